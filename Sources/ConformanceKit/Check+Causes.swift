extension Check {
    /// The usual cause of a failure, by the id of the check: what the planted faults of
    /// ConformanceMutants do that the check finds.
    static let usualCauses: [String: String] = [
        "BAT-03/none-or-all": "a reader sees between the steps of a transaction",
        "BAT-04/last-wins": """
        writes are reordered within a batch: the first of a key wins, or \
        deletes run last
        """,
        "BAT-05/before-commit": "a transaction is committed in parts",
        "ERR-03/delete-returns":
            "a delete throws for what is not there, or always says that it was",
        "IDX-24/random-operations": "an index keeps what a savepoint took back",
        "ITR-01/end": "a scan begins again at its end",
        "ITR-06/thrown": "the error of a scan's body is hidden",
        "ITR-07/delete-ahead": """
        a scan visits a copy made at its begin, not what the transaction \
        holds
        """,
        "ITR-08/insert-ahead": """
        a scan visits a copy made at its begin, not what the transaction \
        holds
        """,
        "ITR-08/overwrite": "a scan shows records as they were when it began",
        "ITR-08/rolled-back": "a savepoint that is rolled back closes the engine's cursors",
        "ITR-18/bytes-under-scan":
            "the bytes lent by a scan are the engine's page, which a write changes",
        "KEY-03/empty": "the empty key is lost",
        "KEY-04/prefix-keys": "a key is looked for as a prefix, so that longer keys are hit too",
        "KEY-05/nul": "keys cut at NUL, as strings of C are",
        "KEY-06/white-space": "keys trimmed",
        "KEY-07/byte-order-mark": "byte order mark stripped",
        "KEY-08/case": "keys lower-cased",
        "KEY-09/long-keys": "keys cut at 255 bytes",
        "KEY-12/boundaries": "the components of a key joined without a mark between them",
        "KEY-12/compound-order": "numbers in compound keys kept as text",
        "KEY-17/date": "dates as keys cut to whole seconds",
        "KEY-17/uint": "UInt64 as a key kept as Int64",
        "LIF-01/inserts": "what is committed is not written out",
        "LIF-02/deletes": "deletes are not written out",
        "LIF-02/large": "long records are not written out",
        "LIF-02/many": "only a first page of records is written out",
        "LIF-02/overwrites": "overwrites are not written out",
        "LIF-02/range-deletes": "range deletes are not written out",
        "LIF-02/schemas": "schemas are kept in memory only",
        "LIF-03/close-twice": "a second close throws",
        "LIF-04/closed": "nothing looks whether the storage is closed before it is used",
        "LIF-11/same-place": "nothing keeps a place from being opened twice in one process",
        "LIF-12/two-places": "the place is ignored, or state is kept in a global",
        "LIF-16/let-go": """
        the lock of the place is released by close only, not when the storage \
        is let go of
        """,
        "LIF-18/check": "check() reports what is no damage",
        "LIM-01/largest-record": "less is kept than declared",
        "LIM-01/longest-names": "names cut at 63 bytes",
        "LIM-02/constant": "limits change",
        "LIM-06/200-collections": "a fixed number of tables, as `maxdbs` of LMDB sets",
        "NUM-01/int64": "Int64.min negated",
        "NUM-02/beyond-doubles": "integers kept as Doubles: beyond 2^53 they lose digits",
        "NUM-03/uint64": "UInt64 kept as Int64: what is above wraps",
        "NUM-04/minus-zero": "minus zero kept as zero, as a column of SQLite does",
        "NUM-05/nan": "NaN kept as null, as SQLite does, or without its payload",
        "NUM-06/infinity": "infinity kept as the largest number, as JSON has none",
        "NUM-07/doubles": "subnormal numbers kept as zero",
        "NUM-07/random-doubles": "Doubles printed with 15 digits, where 17 are needed",
        "NUM-11/int-keys": "bytes compared as signed numbers",
        "NUM-13/decimals": "Decimal kept as Double",
        "NUM-15/date-keys": """
        the sign of a date is not part of the order: dates before 1970 come \
        last
        """,
        "RNG-01/order": "keys sorted without regard to case, or digits compared as numbers",
        "RNG-02/reversed": "the direction of a scan is ignored",
        "RNG-03/bounds": """
        an exclusive bound taken for an inclusive one, or bounds swapped in \
        reverse
        """,
        "RNG-08/limit-reversed": "the range is ignored in reverse",
        "RNG-10/no-successor": """
        a prefix of FF bytes has no successor, which is taken for an empty \
        range
        """,
        "RNG-11/prefixes": "% in a prefix is a wildcard",
        "RNG-15/count": "count includes the upper bound",
        "RNG-16/10001-rows": "last of a long scan lost",
        "RNG-16/1001-rows": """
        a scan stops after a page of 1,000, or a page begins with the last \
        entry of the one before
        """,
        "RNG-17/union": "a bound that belongs to two ranges, or to none",
        "RNG-18/bounds": "range delete ignores an open bound",
        "RNG-18/everything": "range delete stops at 1,000",
        "RNG-18/exactly": "a range delete leaves one entry at a bound",
        "RNG-18/many": "a range delete returns no count",
        "SNP-01/begin": "the snapshot is taken at the first read, as a deferred BEGIN of SQL does",
        "SNP-01/between-reads": "get in a snapshot looks at what is committed now",
        "SNP-01/later-writes": "a reader looks at what is committed now, not when it began",
        "SNP-01/range-delete": "scans of a snapshot look at what is committed now",
        "SNP-02/many": "count in a snapshot looks at what is committed now",
        "SNP-03/independent": "the end of one snapshot empties others",
        "SNP-15/next": """
        commits are seen late, such as through a cache or a connection with \
        an older snapshot
        """,
        "TXN-01/end": "the end of a write without a commit commits",
        "TXN-02/rolled-back": "a write whose body throws is committed",
        "TXN-04/own-writes": "get or scan looks past what the transaction itself wrote",
        "TXN-05/own-deletes": "count looks past what the transaction itself deleted",
        "TXN-10/release": "releasing a savepoint takes its writes back",
        "TXN-10/released-in-rolled-back": "releasing an inner savepoint commits it for good",
        "TXN-10/roll-back": "rolling a savepoint back takes the whole transaction back",
        "TXN-18/increments": "two writers at once: an update is lost",
        "TXN-18/threads": "two writers at once: an update is lost",
        "TXN-23/put-conditions": "put ignores its condition, or says that it held when it did not",
        "UNI-01/normal-forms": "keys normalised, as file systems and some string types do",
        "UNI-02/values": "text normalised",
        "UNI-03/equivalents": "keys normalised by compatibility",
        "UNI-04/utf8-order": "keys sorted as UTF-16 or by a collation, not by their bytes",
        "UNI-05/not-collated": "keys sorted by a collation, as `<` of String and `LIKE` do",
        "UNI-08/nul": "text cut at NUL, as strings of C are",
        "UNI-09/invalid-utf8": "bytes kept as text and repaired as UTF-8",
        "UNI-10/controls": "control characters lost",
        "UNI-15/collections": """
        names of collections compared without regard to case, as tables of \
        SQL are
        """,
        "UNI-15/fields": "names of fields compared without regard to case, as columns of SQL are",
        "VAL-01/empty-record": "an empty record is taken for none",
        "VAL-01/empty-values": "an empty array is kept as null",
        "VAL-02/all-bytes": "bytes cut at NUL, as strings of C are",
        "VAL-03/large": "values cut at 10 MB",
        "VAL-03/mebibyte": "values cut at 1 MB",
        "VAL-03/sizes": "values cut at 64 KiB",
        "VAL-05/overwrite": "a put keeps the record that is there, or the tail of a longer one",
        "VAL-06/bytes-under-get":
            "the bytes lent by get are the engine's page, which a write changes",
        "VAL-07/four-states": "null and absent kept as the same",
        "VAL-09/look-alikes": """
        values kept without their kind: a Bool as a number, a text as the \
        number it looks like
        """,
        "VAL-10/byte-lengths": "the padding of base64 is lost",
        "VAL-12/declared-fields": "fields beyond the tenth lost",
        "VAL-15/random-growth": "the deletion of many at once forgets one",
        "VAL-15/random-nesting": "a savepoint that is rolled back takes one around it with it",
        "VAL-15/random-reopening": "what was rolled back is there when the storage is opened again",
        "VAL-15/random-snapshots": "a snapshot ends or moves on while others write",
        "VAL-15/random-steps": """
        a write is dropped once in a while, or after a savepoint was rolled \
        back
        """,
        "VAL-18/undeclared": "undeclared fields lost",
    ]
}

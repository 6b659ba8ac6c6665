/// One rule of the contract: what a user of any storage is promised, and so what the author of a
/// backend has to keep.
///
/// A rule's number is never given to another rule; a rule that is given up takes its number along.
/// The raw value is the number and the sentence.
public enum Rule: String, Sendable, CaseIterable {
    // Keys
    case everyKeyByteCounts =
        "K-1 Keys differ if one byte of them does: nothing is trimmed, cut, folded or normalised."
    case keyOrder = "K-2 Entries stand in the order of their keys' encoded bytes."
    case componentOrder =
        "K-3 Keys sort by value, component by component: negative before positive, text by bytes."
    case componentKinds =
        "K-4 Components of different kinds are different keys, and sort by their kind."
    case componentBoundaries =
        "K-5 Where one component of a key ends and the next one begins counts."
    case keysAreIndependent = "K-6 A key has nothing to do with the keys that begin with it."
    case keysAreOpaque =
        "K-7 No character has a meaning in a key, whatever it means to a file system or a language."
    case emptyComponents = "K-8 An empty string or byte string is a component like others."
    case keySize = "K-9 A key has 1 to 480 encoded bytes; a longer one is refused as invalidKey."
    case unorderedKeys =
        "K-10 What has no place in the order of keys is refused as invalidKey, such as a NaN date."
    case declaredKeys =
        "K-11 A collection that declares its kind of key refuses others as wrongKeyKind."

    // Values
    case recordsComeBack = "V-1 A record comes back as it was put: every field, bit for bit."
    case valuesKeepTheirKind =
        "V-2 A value keeps its kind: no Bool becomes a number, no text a number, no bytes a text."
    case nullIsNotAbsent = "V-3 Null, absent and empty are different."
    case emptyIsThere =
        "V-4 An empty record, string, byte string, array or object is there as what it is."
    case arrayOrder = "V-5 Arrays keep order and duplicates; the order of fields has no meaning."
    case fieldsAreHints =
        "V-6 A record is kept whole whatever fields its collection declares, now or later."
    case putReplaces =
        "V-7 A put replaces the whole record, be the new one longer, shorter or the same."
    case lentBytesStay =
        "V-8 Bytes that are lent to a body do not change while it runs, whatever it writes."
    case callersBytes =
        "V-9 What a caller does with its bytes after a call changes nothing that is kept."
    case unfitRecords =
        "V-10 A record that does not fit its type is decodingFailed at a field; others are read."

    // Text
    case textComesBack =
        "T-1 Text comes back scalar for scalar, NUL and controls included, in any normal form."
    case equivalentTexts =
        "T-2 Texts are the same if their UTF-8 bytes are; equivalent ones are different."
    case textOrder = "T-3 Text is sorted and compared by its UTF-8 bytes, in no language."
    case anyNames =
        "T-4 Names of collections, fields and indexes are any text, told apart by UTF-8 bytes."
    case bytesAreNotText = "T-5 Bytes that are no UTF-8 are kept as they are."
    case bytesAreCounted = "T-6 Limits of keys and names count UTF-8 bytes, not characters."

    // Numbers and dates
    case integersAreExact = "N-1 Integers from Int64.min to UInt64.max come back exactly."
    case doublesAreExact =
        "N-2 Doubles come back bit for bit: minus zero, subnormal, infinite, NaN with its payload."
    case decimalsAreExact = "N-3 Decimals come back exactly, up to 38 digits."
    case datesAreExact =
        "N-4 Dates come back as the same instant, of any fraction and year, and sort as instants."
    case uuidsAreExact = "N-5 UUIDs come back by their bytes, and are no text."
    case numbersCompareByValue =
        "N-6 Numbers of all kinds are compared by their exact numeric value."
    case nanIsOneNumber =
        "N-7 All NaNs are one number, below every other one; minus zero equals zero."
    case boolsAreNoNumbers = "N-8 False is less than true, and neither is a number."

    // Ranges
    case scanVisitsAll =
        "R-1 A scan visits each entry of its range once, however many there are, in key order."
    case reverseMirrors = "R-2 A reversed scan is the same entries backwards."
    case boundsHold =
        "R-3 A bound takes in or leaves out what it says, both ways, on a key or between keys."
    case emptyRanges = "R-4 A range in which nothing can lie is empty, and no error."
    case prefixRanges = "R-5 The range of a prefix has the keys that begin with it, and no others."
    case limitsTakeTheFirst = "R-6 A limit takes the first entries in the direction of the scan."
    case countIsScan = "R-7 The count of a range is the number of entries that a scan of it visits."
    case rangeDeletes =
        "R-8 Deleting a range deletes exactly its entries, and says how many there were."

    // Iteration
    case scanStops =
        "IT-1 A scan ends after its last entry, or when its body says so: no call comes after."
    case bodyErrors = "IT-2 An error that a body throws comes out unchanged, and leaves no trace."
    case scanIsLive =
        "IT-3 A scan meets what is there as it gets there: no deleted entry, each new one ahead."
    case bodiesMayCall =
        "IT-4 The body of a get or a scan may use the transaction, for another scan too."
    case scansLetGo = "IT-5 A scan that was stopped or left by an error holds nothing up."
    case readsAgree = "IT-6 Get, contains, scan and count agree on every entry."

    // Snapshots
    case snapshotStays =
        "S-1 A reader sees nothing that commits after its transaction began, however it asks."
    case snapshotAtBegin =
        "S-2 The snapshot is taken when the transaction begins, not at its first read."
    case snapshotIsFresh =
        "S-3 A transaction that begins after a commit has returned sees it, wherever it begins."
    case snapshotsAreIndependent =
        "S-4 Any number of snapshots live side by side; the end of one is nothing to others."
    case youngerCollections =
        "S-5 A collection created later is missing in a snapshot, and empty through its handle."
    case handlesStay =
        "S-6 A collection's handle is good in every transaction until the storage is closed."

    // Transactions
    case returnCommits = "TX-1 When the body of a write returns, all its changes are there."
    case throwRollsBack =
        "TX-2 When the body of a write throws, or nobody commits it, none of its changes is kept."
    case throwComesOut = "TX-3 The error that a transaction's body throws is thrown on unchanged."
    case ownWrites =
        "TX-4 A transaction sees what it wrote and not what it deleted, however it asks."
    case savepointTakesBack =
        "TX-5 Rolling a savepoint back takes back all changes since, collections too, and no more."
    case savepointKeeps =
        "TX-6 Releasing a savepoint keeps its changes as part of what is around it."
    case refusalsLeaveTheRest =
        "TX-7 A refusal that the body catches leaves the other changes of the transaction."
    case noNesting =
        "TX-8 A transaction inside another of a database is refused as nestedTransaction; no hang."
    case acrossCollections = "TX-9 A transaction over several collections is kept or lost whole."
    case anySize =
        "TX-10 A transaction is kept whole whatever number of changes it has, none included."
    case putConditions = "TX-11 A put keeps its condition, and says whether it held."
    case prepareAgain =
        "TX-12 Preparing a collection again gives the same handle and takes nothing away."
    case failureKeepsNothing =
        "TX-13 When the engine fails in a transaction or its commit, nothing of it is kept."
    case statesAreNumbered =
        "TX-14 Writing transactions have the same state number only if they begin with the same state."

    // Isolation
    case oneWriter = "IS-1 Writing transactions run one at a time."
    case onlyCommitted =
        "IS-2 No transaction sees what another one has not committed, or replaced, or rolled back."
    case oneOrder =
        "IS-3 Whatever runs at once, what transactions see and leave could have come one by one."
    case noLostUpdates =
        "IS-4 Of two transactions that change what they read, neither change is lost."
    case noPhantoms =
        "IS-5 What a transaction has found it finds again, by key, by scan and by index."

    // Batches
    case allAtOnce = "B-1 Others see all changes of a transaction at once, or none of them."
    case lastWins =
        "B-2 Changes of a transaction take effect in their order: the last one on a key wins."
    case groupsAreSeparate =
        "B-3 Of writes that are committed together, one that throws takes only itself back."

    // Indexes
    case indexFollows =
        "IX-1 A record is found by its present values and no others, once, as soon as it is put."
    case indexRollsBack =
        "IX-2 What is rolled back is rolled back in the indexes too, and so are indexes themselves."
    case indexIsFilled =
        "IX-3 A new index has the records that are there, and loses none written meanwhile."
    case indexChangesNoAnswer = "IX-4 A query has the same answer with an index as without."
    case indexOrder =
        "IX-5 An index has the order of its parts, each in its direction, and equal values by key."
    case indexedNulls =
        "IX-6 A record without the value has its place in the order of an index, as null."
    case indexedElements = "IX-7 An index over elements finds a record by each of them, once."
    case longValues = "IX-8 Values of any length are indexed exactly."
    case indexIsUsed = "IX-9 A condition on the first parts of an index is looked up there."
    case indexesStay =
        "IX-10 Indexes are there when the storage is opened again, also by who declares none."
    case indexNames =
        "IX-11 An index of a taken name is refused if it is another one, and fine if the same."
    case uniqueAtTheEnd =
        "IX-12 At the end of a transaction no two records have the same values in a unique index."
    case uniqueNulls =
        "IX-13 In a unique index null and missing are never the same as another value."
    case uniqueEquality =
        "IX-14 Values are the same for a unique index if they are equal in filters."
    case uniqueErrors =
        "IX-15 A uniqueViolation keeps nothing of its transaction; it lists index, values and keys."
    case uniqueOverDuplicates =
        "IX-16 A unique index over records that have duplicates is refused with all of them."

    // Queries
    case twoValued =
        "Q-1 A filter is true or false of a record, never unknown; its negation is the other one."
    case oneOrderOfValues =
        "Q-2 All values have one order, by kind, then by value; null and missing are one, first."
    case nothingIsConverted =
        "Q-3 A comparison is true of values of its constant's kind only: nothing is converted."
    case lists =
        "Q-4 A list finds what equals one of its values, null included; an empty one finds nothing."
    case groupsOfFilters =
        "Q-5 And of nothing is true, or of nothing is false; not is true of all else."
    case betweenIsInclusive =
        "Q-6 Both bounds of between are inside; bounds the wrong way round hold nothing."
    case paths =
        "Q-7 A path leads into objects and to the key, nowhere else; a dot in a name is no path."
    case anyElement =
        "Q-8 Any is true of a record once, if all that it says is true of one and the same element."
    case textIsLiteral =
        "Q-9 What text is searched for is found scalar by scalar; nothing in it is a wildcard."
    case caseCounts = "Q-10 Text is searched for with regard to case, unless asked otherwise."
    case orderDirections =
        "Q-11 Each part of an order has its direction; nulls are first ascending, last descending."
    case tiesByKey =
        "Q-12 Records that are equal in the whole order stand in the order of their keys."
    case limitComesLast = "Q-13 Limit and offset count what is left after filter and order."
    case constantsAreData = "Q-14 A constant is data, whatever it would mean in another language."
    case declaredFields =
        "Q-15 Declared fields refuse constants of other kinds (typeMismatch), and unknown fields."
    case noMeaning = "Q-16 A filter without a meaning is refused, and finds nothing."
    case largeFilters = "Q-17 A filter of any size is answered, or refused with a typed error."
    case settledAtStart =
        "Q-18 Which records a query means in a write is settled before the first of them is lent."
    case changesByQuery =
        "Q-19 A change by a query changes what the query finds, each record once, all or nothing."
    case scanIsDefinition =
        "Q-20 A query is answered as by looking at every record, on every backend."
    case aggregates =
        "Q-21 Aggregates leave nulls out; nothing sums to 0 and has no average, least or greatest."
    case exactSums =
        "Q-22 A sum is exact, or rounded once with a double in it, or the error overflow."
    case groupRows =
        "Q-23 Groups are the distinct values, null and missing one, and stand in their order."

    // Pages
    case pagesCoverAll = "P-1 The pages of a query have each record once, in order, there and back."
    case cursorsHoldPlaces =
        "P-2 A cursor holds a place: changes elsewhere, and to its own record, shift nothing."
    case cursorsAreText = "P-3 A cursor can be kept as text, beyond the closing of the storage."
    case foreignCursors =
        "P-4 A cursor of another query, or a damaged one, is refused as invalidCursor."
    case pageEnds = "P-5 The last page says so, and a page beyond the end is empty."
    case pageSizes = "P-6 A page has one record at least; another size is an error."

    // Lifecycle
    case committedStays =
        "L-1 What was committed, and no more, is there when a persistent storage is opened again."
    case schemasStay =
        "L-2 Collections and what they declare are there when the storage is opened again."
    case closedRefuses = "L-3 Every use after close is refused as closed."
    case closeTwice = "L-4 Closing twice is fine."
    case closeWaits = "L-5 Close waits for what runs; what was acknowledged is kept."
    case oneOpening =
        "L-6 A place is opened once in a process; the second is refused as alreadyOpen, harmlessly."
    case placesAreApart = "L-7 Storages of two places have nothing to do with each other."
    case lettingGoCloses = "L-8 A storage that is let go of without close can be opened again."
    case checkIsHarmless = "L-9 The check of a sound storage finds nothing and changes nothing."
    case failedOpenings =
        "L-10 An opening that fails leaves everything as it was, and can be tried again."
    case copiesAreWhole =
        "L-11 A copy of a database is of one moment, with all records and indexes."

    // Processes
    case oneProcess =
        "MP-1 Without multiProcess, a second process is refused as locked, harmlessly."
    case dyingUnlocks = "MP-2 What a process held is free as soon as it has died, however it died."
    case processesSeeCommits =
        "MP-3 With multiProcess, a process sees what others committed, in the order of the commits."
    case processesTakeTurns =
        "MP-4 With multiProcess, writers of several processes take turns, and no update is lost."
    case busyInTime =
        "MP-5 A writer that waits for another process longer than configured is refused as busy."
    case deadReaders =
        "MP-6 A reader that died holds up neither writers nor the space of old records."
    case deadWriters =
        "MP-7 A writer that died leaves nothing of its transaction, and others go on."
    case forks =
        "MP-8 A storage is of no use in a child forked after it was opened, and takes no harm."

    // Durability
    case survivesKill =
        "D-1 An acknowledged commit survives a killed process, unless durability is none."
    case survivesPowerLoss =
        "D-2 With full durability an acknowledged commit survives the loss of power."
    case relaxedLosesLast =
        "D-3 With relaxed durability the loss of power takes back the last commits, and no others."
    case crashesAreAtomic = "D-4 After a crash a transaction is there whole or not at all."
    case crashesAnywhere =
        "D-5 A crash at any moment of any operation leaves a storage that opens and is sound."
    case recoveryRepeats =
        "D-6 A crash while recovering from a crash is recovered from as the first one was."
    case creationIsWhole =
        "D-7 A new storage appears whole or not at all, and one that is there is never replaced."
    case crashedIndexes = "D-8 After a crash every index agrees with its records."
    case failedSync = "D-9 A commit that cannot be made durable fails, and does not turn up later."
    case fullDisk =
        "D-10 A full disk is the error full: what is there stays, and writing goes on with space."
    case failedReads =
        "D-11 A read that fails in the operating system is the error io, never missing data."
    case systemCalls =
        "D-12 Interrupted and short system calls are gone on with; refused ones are typed errors."

    // Corruption
    case damageIsTyped =
        "C-1 Damage ends in a typed error or an answer, never in a crash or a hang."
    case neverWrong =
        "C-2 With detectsDamage, damage is never answered with what was not written."
    case damageIsLeft = "C-3 A damaged or foreign file is refused and left as it is."
    case foreignSideFiles =
        "C-4 A side file that belongs to another storage is not taken for its own."
    case verifyFinds =
        "C-5 Verifying finds a missing and a dangling entry of an index, and a damaged record."

    // Limits
    case recordSize =
        "LM-1 A record up to the declared limit is kept; a longer one is refused as valueTooLarge."
    case mebibyte = "LM-2 Every storage keeps records of 1 MiB at least."
    case nameSize =
        "LM-3 Names of collections and indexes have 1 to 255 bytes, and count to the last one."
    case depth = "LM-4 Arrays and objects nest 256 deep; deeper ones are refused."
    case reservedNames =
        "LM-5 A name that is empty, too long or begins with a dollar is refused as invalidName."
    case constantLimits = "LM-6 A storage says the same of itself for as long as it is open."
    case manyCollections = "LM-7 Hundreds of collections and indexes fit into one storage."

    // Errors
    case missingIsNil =
        "E-1 What is missing reads as nil, false or nothing; deleting says whether it was there."
    case oneCode = "E-2 A failure has one code, the same on every backend."
    case errorsSayWhere =
        "E-3 An error names the collection, the key and the field as far as they are known."
    case refusedBefore = "E-4 What is refused is refused before anything has changed."
    case errorsEnd = "E-5 An error in one transaction leaves the next ones alone."
    case negativeNumbers = "E-6 A negative limit or offset is refused as invalidArgument."
    case schemaMismatches =
        "E-7 A collection declared otherwise than it was created is refused as schemaMismatch."
    case nothingIsSwallowed = "E-8 No failure of the engine or the operating system is swallowed."

    // Resources
    case handlesReturn = "RS-1 Closing gives back every descriptor, thread and lock."
    case noLeftovers =
        "RS-2 No temporary file is left by a storage that is closed, or opened after a crash."
    case spaceIsReused = "RS-3 Overwriting and deleting do not let a storage grow without bound."
    case scansAreLean = "RS-4 A scan takes memory that does not grow with what it visits."

    // Concurrency
    case anyThread =
        "CC-1 A storage may be used from any thread and any task, by any number of readers at once."
    case readersBesideWriter =
        "CC-2 With concurrentReads, readers do not wait for the writer, nor the writer for them."
    case turnsInOrder =
        "CC-3 Writers get their turns in the order in which they asked, and all of them get one."
    case cancelledBefore =
        "CC-4 A write that is cancelled before its body starts does nothing, and frees its place."
    case startedFinishes =
        "CC-5 A write whose body has started finishes, and its caller learns what became of it."
    case poolStaysFree = "CC-6 Writes that wait block no thread of the cooperative pool."
}

extension Rule {
    /// The stable number, such as `K-1`: the subject's letters and a count.
    public var number: String { String(rawValue.prefix { $0 != " " }) }

    /// What is promised, in one sentence.
    public var sentence: String { String(rawValue.dropFirst(number.count + 1)) }
}

/// The rules by their numbers, as they were given: the first of a subject has the number 1.
///
/// A new rule is added at the end of its subject. One that is given up leaves `-` in its place.
let ruleNumbers: [(subject: String, rules: String)] = [
    (
        "K",
        """
        everyKeyByteCounts keyOrder componentOrder componentKinds componentBoundaries \
        keysAreIndependent keysAreOpaque emptyComponents keySize unorderedKeys declaredKeys
        """
    ),
    (
        "V",
        """
        recordsComeBack valuesKeepTheirKind nullIsNotAbsent emptyIsThere arrayOrder \
        fieldsAreHints putReplaces lentBytesStay callersBytes unfitRecords
        """
    ),
    (
        "T",
        """
        textComesBack equivalentTexts textOrder anyNames bytesAreNotText bytesAreCounted
        """
    ),
    (
        "N",
        """
        integersAreExact doublesAreExact decimalsAreExact datesAreExact uuidsAreExact \
        numbersCompareByValue nanIsOneNumber boolsAreNoNumbers
        """
    ),
    (
        "R",
        """
        scanVisitsAll reverseMirrors boundsHold emptyRanges prefixRanges limitsTakeTheFirst \
        countIsScan rangeDeletes
        """
    ),
    (
        "IT",
        """
        scanStops bodyErrors scanIsLive bodiesMayCall scansLetGo readsAgree
        """
    ),
    (
        "S",
        """
        snapshotStays snapshotAtBegin snapshotIsFresh snapshotsAreIndependent \
        youngerCollections handlesStay
        """
    ),
    (
        "TX",
        """
        returnCommits throwRollsBack throwComesOut ownWrites savepointTakesBack \
        savepointKeeps refusalsLeaveTheRest noNesting acrossCollections anySize \
        putConditions prepareAgain failureKeepsNothing statesAreNumbered
        """
    ),
    (
        "IS",
        """
        oneWriter onlyCommitted oneOrder noLostUpdates noPhantoms
        """
    ),
    (
        "B",
        """
        allAtOnce lastWins groupsAreSeparate
        """
    ),
    (
        "IX",
        """
        indexFollows indexRollsBack indexIsFilled indexChangesNoAnswer indexOrder \
        indexedNulls indexedElements longValues indexIsUsed indexesStay indexNames \
        uniqueAtTheEnd uniqueNulls uniqueEquality uniqueErrors uniqueOverDuplicates
        """
    ),
    (
        "Q",
        """
        twoValued oneOrderOfValues nothingIsConverted lists groupsOfFilters \
        betweenIsInclusive paths anyElement textIsLiteral caseCounts orderDirections \
        tiesByKey limitComesLast constantsAreData declaredFields noMeaning largeFilters \
        settledAtStart changesByQuery scanIsDefinition aggregates exactSums groupRows
        """
    ),
    (
        "P",
        """
        pagesCoverAll cursorsHoldPlaces cursorsAreText foreignCursors pageEnds pageSizes
        """
    ),
    (
        "L",
        """
        committedStays schemasStay closedRefuses closeTwice closeWaits oneOpening \
        placesAreApart lettingGoCloses checkIsHarmless failedOpenings copiesAreWhole
        """
    ),
    (
        "MP",
        """
        oneProcess dyingUnlocks processesSeeCommits processesTakeTurns busyInTime \
        deadReaders deadWriters forks
        """
    ),
    (
        "D",
        """
        survivesKill survivesPowerLoss relaxedLosesLast crashesAreAtomic crashesAnywhere \
        recoveryRepeats creationIsWhole crashedIndexes failedSync fullDisk failedReads \
        systemCalls
        """
    ),
    (
        "C",
        """
        damageIsTyped neverWrong damageIsLeft foreignSideFiles verifyFinds
        """
    ),
    (
        "LM",
        """
        recordSize mebibyte nameSize depth reservedNames constantLimits manyCollections
        """
    ),
    (
        "E",
        """
        missingIsNil oneCode errorsSayWhere refusedBefore errorsEnd negativeNumbers \
        schemaMismatches nothingIsSwallowed
        """
    ),
    (
        "RS",
        """
        handlesReturn noLeftovers spaceIsReused scansAreLean
        """
    ),
    (
        "CC",
        """
        anyThread readersBesideWriter turnsInOrder cancelledBefore startedFinishes \
        poolStaysFree
        """
    ),
]

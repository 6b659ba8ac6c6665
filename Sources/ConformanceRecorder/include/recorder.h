#ifndef CONFORMANCE_RECORDER_H
#define CONFORMANCE_RECORDER_H

/* A library that is loaded into a process before others (LD_PRELOAD) and notes, in a file, what the
 * process has the system do to the files of one folder. It can also let calls fail.
 *
 * It has no functions of its own: the environment of the process tells it what to do.
 *
 *   CONFORMANCE_RECORDER_FOLDER   the folder, without symbolic links in its path
 *   CONFORMANCE_RECORDER_LOG      the file in which the calls are noted; it must be there
 *   CONFORMANCE_RECORDER_FAULT    "CALLS ACTION NUMBER SKIP COUNT", all of them numbers:
 *                                 the kinds of calls (a sum), what happens to them, the error,
 *                                 how many calls are spared, and how many are hit (-1: all)
 *   CONFORMANCE_RECORDER_ARMED    1 if the fault is in force from the beginning
 *
 * What is written to the pipe that was the standard output at the start is noted as a mark. A mark
 * that contains "armed" in quotes puts the fault in force, and "disarmed" takes it back. */

/* Calls are noted as records: this head in the byte order of the machine, then the path, then the
 * data. A path of two names has a NUL between them. */
struct conformance_record {
    unsigned int kind;
    unsigned int flags;
    unsigned long long file;
    long long offset;
    long long size;
    unsigned int path_length;
    unsigned int data_length;
};

enum {
    CONFORMANCE_OPENED = 1,    /* path: a file that was there */
    CONFORMANCE_CREATED = 2,   /* path, or none for a file without a name */
    CONFORMANCE_WRITE = 3,     /* offset, data; flags 1: on disk before the call returned */
    CONFORMANCE_TRUNCATE = 4,  /* size */
    CONFORMANCE_ALLOCATE = 5,  /* offset, size */
    CONFORMANCE_SYNC = 6,      /* of a file */
    CONFORMANCE_SYNC_FOLDER = 7, /* path */
    CONFORMANCE_SYNC_ALL = 8,
    CONFORMANCE_RENAME = 9,    /* path: both */
    CONFORMANCE_LINK = 10,     /* path: the new name */
    CONFORMANCE_UNLINK = 11,   /* path */
    CONFORMANCE_MAKE_FOLDER = 12,   /* path */
    CONFORMANCE_REMOVE_FOLDER = 13, /* path */
    CONFORMANCE_MARK = 14,     /* data */
    CONFORMANCE_FAULT = 15,    /* flags: the kind of call; size: the error */
    CONFORMANCE_MAPPED = 16,   /* a file whose memory the process may write to */
    CONFORMANCE_MISSED = 17,   /* path: a call whose effect is not noted */
};

enum {
    CONFORMANCE_CALL_WRITE = 1,
    CONFORMANCE_CALL_SYNC = 2,
    CONFORMANCE_CALL_READ = 4,
    CONFORMANCE_CALL_OPEN = 8,
    CONFORMANCE_CALL_NAME = 16,
    CONFORMANCE_CALL_CUT = 32,
    CONFORMANCE_CALL_GROW = 64, /* by other calls than writes */
};

enum {
    CONFORMANCE_ACTION_FAIL = 0,  /* the call is not made, and fails */
    CONFORMANCE_ACTION_SHORT = 1, /* half of what is asked for is done */
    CONFORMANCE_ACTION_KILL = 2,  /* the process is killed before the call */
};

#endif

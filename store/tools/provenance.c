/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/tools/provenance.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/files/sha256.h"
#include "store/schema/digest.h"

static const char converter[] = "benchmat " BENCHMAT_VERSION;

/* --- the digests of files --- */

enum { MOST_DEPTH = 16 };

static int add_files(FILE *digests, const char *root, const char *below, int depth,
                     struct err *err);

/* Adds the file or directory NAME, which stands in the directory BELOW of ROOT. */
static int add_file(FILE *digests, const char *root, const char *below, const char *name, int depth,
                    struct err *err) {
    char digest[SHA256_TEXT], *path = NULL;
    struct stat status;
    int code = 0;
    if (asprintf(&path, "%s/%s%s", root, below, name) < 0)
        return err_set(err, ERR_FAILED, "no memory for the name of a file");
    if (*name != '.' && depth < MOST_DEPTH && lstat(path, &status) == 0 &&
        S_ISDIR(status.st_mode)) {
        char *inner = NULL;
        code = asprintf(&inner, "%s%s/", below, name) < 0
                   ? err_set(err, ERR_FAILED, "no memory for the name of a file")
                   : add_files(digests, root, inner, depth + 1, err);
        free(inner);
    } else if (stat(path, &status) == 0 && S_ISREG(status.st_mode)) {
        code = sha256_of_file(path, digest, err);
        if (code == 0)
            fprintf(digests, "%s%s  %s%s", ftell(digests) ? "\n" : "", digest, below, name);
    }
    free(path);
    return code;
}

static int add_files(FILE *digests, const char *root, const char *below, int depth,
                     struct err *err) {
    struct dirent **entries = NULL;
    char *path = NULL;
    if (asprintf(&path, "%s/%s", root, below) < 0)
        return err_set(err, ERR_FAILED, "no memory for the name of a file");
    int code = 0, count = scandir(path, &entries, NULL, alphasort);
    if (count < 0)
        code = err_set(err, ERR_FAILED, "%s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        if (code == 0)
            code = add_file(digests, root, below, entries[i]->d_name, depth, err);
        free(entries[i]);
    }
    free(entries);
    free(path);
    return code;
}

/* Sets TEXT to the digest of the file at PATH, or to those of all files in that directory; to NULL
 * for a pipe, which has been read already. The caller frees it. */
static int digest_source(const char *path, char **text, struct err *err) {
    char digest[DIGEST_TEXT];
    struct stat status;
    *text = NULL;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        size_t size = 0;
        FILE *digests = open_memstream(text, &size);
        int code = digests ? add_files(digests, path, "", 0, err) : ERR_FAILED;
        if (!digests || fclose(digests) != 0)
            code = err_set(err, ERR_FAILED, "%s: no memory for its digests", path);
        return code;
    }
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return 0;
    int code = sha256_of_file(path, digest, err);
    if (code)
        return code;
    *text = strdup(digest);
    return *text ? 0 : err_set(err, ERR_FAILED, "%s: no memory for its digest", path);
}

/* --- the run's uuid --- */

/* The uuid is the first 128 bits of DIGEST, with version 8 and variant 2 in their places. */
void provenance_uuid(struct run *run, const char *digest) {
    static const char variants[] = "89ab";
    char uuid[37];
    int variant = strtol((char[]){digest[16], 0}, NULL, 16) & 3;
    snprintf(uuid, sizeof uuid, "%.8s-%.4s-8%.3s-%c%.3s-%.12s", digest, digest + 8, digest + 13,
             variants[variant], digest + 17, digest + 20);
    facts_set_text(&run->facts, FACT_UUID, uuid);
}

int provenance_runs(const struct runs *runs, const char *path, struct err *err) {
    char *source, digest[DIGEST_TEXT];
    int code = digest_source(path, &source, err);
    for (size_t i = 0; i < runs->count && code == 0; i++) {
        struct run *run = runs->items[i];
        if (source)
            facts_set_text(&run->facts, FACT_SOURCE_SHA256, source);
        facts_set_text(&run->facts, FACT_CONVERTER, converter);
        if (!facts_find(&run->facts, FACT_UUID)) {
            code = digest_run(run, digest, err);
            if (code == 0)
                provenance_uuid(run, digest);
        }
        if (code == 0 && run->facts.incomplete)
            code = err_set(err, ERR_FAILED, "%s: no memory for what is known of it", path);
    }
    free(source);
    return code;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/mat/mat_load.h"

#include <sched.h>
#include <stdlib.h>

#include "formats/files/thread.h"

enum {
    MOST_THREADS = 64,
    WORTH_A_THREAD = 1 << 20, /* bytes, compressed or not */
};

/* --- headers --- */

static int make_room(struct mat_load *load) {
    if (load->count < load->room)
        return 1;
    size_t room = load->room ? 2 * load->room : 16, bytes = room * sizeof *load->items;
    size_t had = load->room * sizeof *load->items;
    if (!mat_budget_take(load->budget, bytes - had))
        return 0;
    struct mat_loaded *items = realloc(load->items, bytes);
    if (!items) {
        mat_budget_give(load->budget, bytes - had);
        return 0;
    }
    load->items = items;
    load->room = room;
    return 1;
}

/* What is known before anything is read: all that is to be inflated has to fit. */
static int check_sum(const struct mat_file *file, const struct mat_header *header, size_t *sum,
                     struct err *err) {
    if (header->is_compressed && !header->skipped)
        *sum += header->bytes;
    if (*sum <= file->budget.limit)
        return 0;
    return err_set(err, ERR_DAMAGED,
                   "%s: variable %s: with it, reading takes %zu MiB, more than the %zu allowed; "
                   "allow more by bench-store import --memory",
                   file->path, header->name, *sum >> 20, file->budget.limit >> 20);
}

static int list_headers(struct mat_file *file, struct mat_load *load, struct err *err) {
    size_t sum = 0;
    for (;;) {
        if (!make_room(load))
            return err_set(err, ERR_DAMAGED,
                           "%s: its %zu variables and more take more memory than the %zu MiB "
                           "allowed; allow more by bench-store import --memory",
                           file->path, load->count, file->budget.limit >> 20);
        struct mat_loaded *item = &load->items[load->count];
        *item = (struct mat_loaded){.variable.memory.budget = load->budget};
        int rc = mat_next(file, &item->header, err);
        if (rc <= 0)
            return rc;
        load->count++;
        rc = check_sum(file, &item->header, &sum, err);
        if (rc)
            return rc;
    }
}

/* --- data --- */

struct work {
    struct mat_file *file;
    struct mat_load *load;
    atomic_size_t next; /* to be read */
};

/* What a thread does. */
struct share {
    pthread_t thread;
    struct work *work;
    size_t failed; /* the first that it could not read, with CODE */
    int code;
    struct err err;
};

static void *read_share(void *context) {
    struct share *share = context;
    struct work *work = share->work;
    struct mat_inflater *inflater = mat_inflater_new();
    for (size_t i;
         share->code == 0 && (i = atomic_fetch_add(&work->next, 1)) < work->load->count;) {
        struct mat_loaded *item = &work->load->items[i];
        share->failed = i;
        if (item->header.skipped)
            continue;
        share->code =
            inflater
                ? mat_read_by(work->file, inflater, &item->header, &item->variable, &share->err)
                : err_set(&share->err, ERR_FAILED, "%s: no memory to read it", work->file->path);
    }
    if (share->code)
        atomic_store(&work->next, work->load->count);
    mat_inflater_free(inflater);
    return NULL;
}

static size_t cpus(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
}

static size_t choose_threads(const struct mat_file *file, const struct mat_load *load,
                             size_t threads) {
    size_t most = threads;
    if (!threads) {
        most = (size_t)(file->end - file->bytes) / WORTH_A_THREAD;
        most = most < cpus() ? most : cpus();
    }
    most = most < load->count ? most : load->count;
    return most < 1 ? 1 : most < MOST_THREADS ? most : MOST_THREADS;
}

/* The caller is one of the threads; those that do not come into being are done without. */
static int read_all(struct work *work, size_t threads, struct err *err) {
    struct share *shares = calloc(threads, sizeof *shares);
    size_t started = 1;
    if (!shares)
        return err_set(err, ERR_FAILED, "no memory for %zu threads", threads);
    for (size_t t = 0; t < threads; t++)
        shares[t] = (struct share){.work = work};
    while (started < threads &&
           thread_begin(&shares[started].thread, read_share, &shares[started]) == 0)
        started++;
    read_share(&shares[0]);
    for (size_t t = 1; t < started; t++)
        pthread_join(shares[t].thread, NULL);
    const struct share *first = NULL;
    for (size_t t = 0; t < started; t++)
        if (shares[t].code && (!first || shares[t].failed < first->failed))
            first = &shares[t];
    int code = first ? first->code : 0;
    if (first && err)
        *err = first->err;
    free(shares);
    return code;
}

int mat_load(struct mat_file *file, size_t threads, struct mat_load *load, struct err *err) {
    *load = (struct mat_load){.budget = &file->budget};
    int rc = list_headers(file, load, err);
    if (rc)
        return rc;
    struct work work = {.file = file, .load = load};
    return read_all(&work, choose_threads(file, load, threads), err);
}

void mat_load_release(struct mat_load *load) {
    for (size_t i = 0; i < load->count; i++)
        mat_variable_release(&load->items[i].variable);
    if (load->items)
        mat_budget_give(load->budget, load->room * sizeof *load->items);
    free(load->items);
    *load = (struct mat_load){.budget = load->budget};
}

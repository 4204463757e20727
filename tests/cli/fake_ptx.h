/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fake_ptx.h: runs a kernel in PTX, item by item: as much of the language as ours are written in.
 * What it does not know is a kernel that does not compile. */
#ifndef BENCHMAT_TESTS_CLI_FAKE_PTX_H
#define BENCHMAT_TESTS_CLI_FAKE_PTX_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PTX_MOST = 512, PTX_WORDS = 5, PTX_REGISTERS = 64 };

union ptx_value {
    uint32_t u;
    uint64_t l;
    float f;
    double d;
};

struct ptx_line {
    char words[PTX_WORDS][32]; /* the instruction and its operands, without punctuation */
    int is_if;                 /* it is done where the predicate %p is true */
    int op;
    int registers[PTX_WORDS]; /* of the operands; -1: a number or a name */
    long numbers[PTX_WORDS];
};

struct ptx_kernel {
    struct ptx_line lines[PTX_MOST];
    int count, register_count;
    char registers[PTX_REGISTERS][16];
};

static const char *const ptx_names[] = {"mov.u32",       "mov.u64",
                                        "mul.wide.u32",  "cvt.u64.u32",
                                        "add.s64",       "sub.s64",
                                        "rem.u64",       "shl.b64",
                                        "mul.lo.s64",    "setp.ge.s64",
                                        "setp.lt.s64",   "ld.param.u64",
                                        "ld.param.f32",  "ld.param.f64",
                                        "ld.global.f32", "ld.global.f64",
                                        "st.global.f32", "st.global.f64",
                                        "fma.rn.f32",    "fma.rn.f64",
                                        "bra",           "ret"};
enum {
    MOV32,
    MOV64,
    MUL_WIDE,
    CVT,
    ADD,
    SUB,
    REM,
    SHL,
    MUL,
    SETP_GE,
    SETP_LT,
    PARAM_U64,
    PARAM_F32,
    PARAM_F64,
    LOAD_F32,
    LOAD_F64,
    STORE_F32,
    STORE_F64,
    FMA_F32,
    FMA_F64,
    BRA,
    RET,
    PTX_OPS
};

/* A register that was declared ("%v<12>" are twelve), by its name; -1: there is none. */
static int ptx_register(const struct ptx_kernel *k, const char *name) {
    for (int i = 0; i < k->register_count; i++)
        if (strcmp(k->registers[i], name) == 0)
            return i;
    return -1;
}

static void ptx_declare(struct ptx_kernel *k, char *line) {
    for (char *word = strtok(line, " ,;"); word; word = strtok(NULL, " ,;")) {
        char *many = strchr(word, '<');
        int count = many ? atoi(many + 1) : 1;
        if (*word != '%')
            continue;
        if (many)
            *many = '\0';
        for (int i = 0; i < count && k->register_count < PTX_REGISTERS; i++)
            snprintf(k->registers[k->register_count++], 16, many ? "%.8s%d" : "%.8s", word, i);
    }
}

static int ptx_decode(struct ptx_kernel *k, char *text) {
    struct ptx_line *line = &k->lines[k->count++];
    int words = 0;
    memset(line, 0, sizeof *line);
    for (char *word = strtok(text, " ,;[]"); word && words < PTX_WORDS;
         word = strtok(NULL, " ,;[]")) {
        if (strcmp(word, "@%p") == 0)
            line->is_if = 1;
        else
            snprintf(line->words[words++], 32, "%.31s", word);
    }
    for (line->op = 0; line->op < PTX_OPS; line->op++)
        if (strcmp(ptx_names[line->op], line->words[0]) == 0)
            break;
    int known = line->op < PTX_OPS || strchr(line->words[0], ':') != NULL;
    for (int i = 1; i < PTX_WORDS; i++) {
        const char *word = line->words[i];
        line->registers[i] = ptx_register(k, word);
        line->numbers[i] = atol(*word == 'p' ? word + 1 : word);
        known &= *word != '%' || line->registers[i] >= 0 || strchr(word, '.');
    }
    return known;
}

/* Reads the function NAME of TEXT; returns whether everything in it is known. */
static int ptx_read(struct ptx_kernel *k, const char *text, const char *name) {
    char entry[64], line[256];
    int known = 1;
    snprintf(entry, sizeof entry, ".entry %s(", name);
    const char *at = strstr(text, entry);
    at = at ? strstr(at, "{\n") : NULL;
    k->count = k->register_count = 0;
    for (at = at ? at + 2 : NULL; at && *at != '}' && k->count < PTX_MOST;
         at = strchr(at, '\n') + 1) {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        if (strstr(line, ".reg "))
            ptx_declare(k, line);
        else
            known &= ptx_decode(k, line);
    }
    for (int i = 0; i < k->count; i++) /* where labels are */
        for (int j = 0; k->lines[i].op == BRA && j < k->count; j++) {
            size_t length = strlen(k->lines[i].words[1]);
            if (strncmp(k->lines[j].words[0], k->lines[i].words[1], length) == 0 &&
                k->lines[j].words[0][length] == ':')
                k->lines[i].numbers[1] = j;
        }
    return known && k->count > 0;
}

static void ptx_run(const struct ptx_kernel *k, void **arguments, uint32_t group,
                    uint32_t group_items, uint32_t item) {
    union ptx_value r[PTX_REGISTERS];
    memset(r, 0xff, sizeof r);
    int p = ptx_register(k, "%p");
    for (int at = 0; at < k->count; at++) {
        const struct ptx_line *x = &k->lines[at];
        union ptx_value *to = &r[x->registers[1] < 0 ? 0 : x->registers[1]], v[PTX_WORDS];
        if (x->op == PTX_OPS || (x->is_if && !r[p].u))
            continue;
        for (int i = 2; i < PTX_WORDS; i++)
            if (x->registers[i] >= 0)
                v[i] = r[x->registers[i]];
            else
                v[i].l = (uint64_t)x->numbers[i];
        void *from = arguments[x->op <= PARAM_F64 && x->op >= PARAM_U64 ? x->numbers[2] : 0];
        switch (x->op) {
        case MOV32:
            to->u = strstr(x->words[2], "ctaid")  ? group
                    : strstr(x->words[2], "ntid") ? group_items
                                                  : item;
            break;
        case MOV64:
            to->l = v[2].l;
            break;
        case MUL_WIDE:
            to->l = (uint64_t)v[2].u * v[3].u;
            break;
        case CVT:
            to->l = v[2].u;
            break;
        case ADD:
            to->l = v[2].l + v[3].l;
            break;
        case SUB:
            to->l = v[2].l - v[3].l;
            break;
        case REM:
            to->l = v[2].l % v[3].l;
            break;
        case SHL:
            to->l = v[2].l << v[3].l;
            break;
        case MUL:
            to->l = v[2].l * v[3].l;
            break;
        case SETP_GE:
            to->u = (int64_t)v[2].l >= (int64_t)v[3].l;
            break;
        case SETP_LT:
            to->u = (int64_t)v[2].l < (int64_t)v[3].l;
            break;
        case PARAM_U64:
            to->l = *(uint64_t *)from;
            break;
        case PARAM_F32:
            to->f = *(float *)from;
            break;
        case PARAM_F64:
            to->d = *(double *)from;
            break;
        case LOAD_F32:
            to->f = *(float *)v[2].l;
            break;
        case LOAD_F64:
            to->d = *(double *)v[2].l;
            break;
        case STORE_F32:
            *(float *)to->l = v[2].f;
            break;
        case STORE_F64:
            *(double *)to->l = v[2].d;
            break;
        case FMA_F32:
            to->f = __builtin_fmaf(v[2].f, v[3].f, v[4].f);
            break;
        case FMA_F64:
            to->d = __builtin_fma(v[2].d, v[3].d, v[4].d);
            break;
        case BRA:
            at = (int)x->numbers[1];
            break;
        case RET:
            return;
        }
    }
}

#endif

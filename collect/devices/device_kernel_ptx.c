/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels for CUDA, in PTX 6.0, which every driver since that of CUDA 9 compiles for its
 * device.
 * "?" stands for the type, "#" for the logarithm of its bytes, and the marks of the table for other
 * texts.
 * Untested on a device: none was at hand. The instructions are those that clang 14 writes for the
 * same loops. */
#include "collect/devices/device_kernel.h"

#define EACH(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11)

/* The number of this work item in %i. */
#define ITEM                                                                                       \
    "    mov.u32 %r1, %ctaid.x;\n"                                                                 \
    "    mov.u32 %r2, %ntid.x;\n"                                                                  \
    "    mul.wide.u32 %i, %r1, %r2;\n"                                                             \
    "    mov.u32 %r1, %tid.x;\n"                                                                   \
    "    cvt.u64.u32 %k, %r1;\n"                                                                   \
    "    add.s64 %i, %i, %k;\n"

/* Each number is one place behind the one before. */
#define LOAD(c)  "    ld.global.? %v" #c ", [%y];\n    add.s64 %y, %y, %size;\n"
#define STEP(c)  "    fma.rn.? %v" #c ", %v" #c ", %a, %b;\n"
#define STORE(c) "    st.global.? [%x], %v" #c ";\n    add.s64 %x, %x, %size;\n"

const struct device_kernel_mark device_kernel_marks[] = {
    {'!', ITEM}, {'^', EACH(LOAD)}, {'$', EACH(STEP)}, {'~', EACH(STORE)}, {0, NULL}};

/* A copy has 16 items, each with 12 of the 192 numbers. */
const char device_kernel_ptx[] =
    ".version 6.0\n"
    ".target sm_50\n"
    ".address_size 64\n"
    ".visible .entry stream_triad(\n"
    "    .param .u64 p0, .param .u64 p1, .param .u64 p2, .param .? p3, .param .u64 p4)\n"
    "{\n"
    "    .reg .pred %p;\n"
    "    .reg .b32 %r1, %r2;\n"
    "    .reg .b64 %i, %k, %n, %to, %from, %by;\n"
    "    .reg .? %s, %b, %c;\n"
    "!"
    "    ld.param.u64 %n, [p4];\n"
    "    setp.ge.s64 %p, %i, %n;\n"
    "    @%p bra DONE;\n"
    "    ld.param.u64 %to, [p0];\n"
    "    ld.param.u64 %from, [p1];\n"
    "    ld.param.u64 %by, [p2];\n"
    "    ld.param.? %s, [p3];\n"
    "    shl.b64 %k, %i, #;\n"
    "    add.s64 %to, %to, %k;\n"
    "    add.s64 %from, %from, %k;\n"
    "    add.s64 %by, %by, %k;\n"
    "    ld.global.? %b, [%from];\n"
    "    ld.global.? %c, [%by];\n"
    "    fma.rn.? %c, %s, %c, %b;\n"
    "    st.global.? [%to], %c;\n"
    "DONE:\n"
    "    ret;\n"
    "}\n"
    ".visible .entry peak_flops(\n"
    "    .param .u64 p0, .param .u64 p1, .param .? p2, .param .? p3, .param .u64 p4)\n"
    "{\n"
    "    .reg .pred %p;\n"
    "    .reg .b32 %r1, %r2;\n"
    "    .reg .b64 %i, %k, %n, %x, %y, %size;\n"
    "    .reg .? %a, %b;\n"
    "    .reg .? %v<12>;\n"
    "!"
    "    ld.param.u64 %x, [p0];\n"
    "    ld.param.u64 %y, [p1];\n"
    "    ld.param.? %a, [p2];\n"
    "    ld.param.? %b, [p3];\n"
    "    ld.param.u64 %n, [p4];\n"
    "    rem.u64 %k, %i, 16;\n"
    "    mul.lo.s64 %k, %k, 12;\n"
    "    shl.b64 %k, %k, #;\n"
    "    add.s64 %x, %x, %k;\n"
    "    add.s64 %y, %y, %k;\n"
    "    mov.u64 %size, 1;\n"
    "    shl.b64 %size, %size, #;\n"
    "^"
    "EIGHT:\n"
    "    setp.lt.s64 %p, %n, 8;\n"
    "    @%p bra ONE;\n"
    "$$$$$$$$"
    "    sub.s64 %n, %n, 8;\n"
    "    bra EIGHT;\n"
    "ONE:\n"
    "    setp.lt.s64 %p, %n, 1;\n"
    "    @%p bra STORED;\n"
    "$"
    "    sub.s64 %n, %n, 1;\n"
    "    bra ONE;\n"
    "STORED:\n"
    "~"
    "    ret;\n"
    "}\n";

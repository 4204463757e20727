/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the actions over ScaLAPACK do without it: grids, and their parts of the inputs. */

#include "tests/collect/scalapack.h"
#include "tests/test.h"

TEST(rows_are_dealt_out_in_blocks) {
    for (int places = 1; places <= 5; places++)
        for (size_t n = 1; n < 40; n++)
            for (size_t block = 1; block < 12; block++) {
                size_t counts[5] = {0};
                for (size_t i = 0; i < n; i++)
                    counts[i / block % (size_t)places]++;
                for (int place = 0; place < places; place++)
                    assert_int_equal(scalapack_count(n, block, place, places), counts[place]);
            }
}

static void be_rank(int number) {
    static struct workspace_rank rank;
    rank = (struct workspace_rank){.number = number};
    workspace_be_rank(&rank);
}

/* Each number of the whole matrix is on one rank. */
static void compare(const struct scalapack_case *c, char type, int64_t size, int ranks, int block,
                    int rows) {
    struct share whole, part;
    struct err err = {""};
    size_t numbers = 0;
    be_rank(0);
    if (share_begin(&whole, c->serial, type, size, 1, 0, 0, NULL, &err))
        fail_msg("%s", err.message);
    share_fill(&whole, 7);
    for (int r = 0; r < ranks; r++) {
        be_rank(r);
        if (share_begin(&part, c->parallel, type, size, ranks, block, rows, NULL, &err))
            fail_msg("%s", err.message);
        share_fill(&part, 7);
        if (workspace_check_gaps(&part.workspace, &err))
            fail_msg("%s", err.message);
        for (size_t i = 0; i < c->inputs; i++)
            if (share_wrong(&part, &whole, i))
                fail_msg("%s %c n = %d, block %d, rank %d of %d, %d rows: input %zu", c->parallel,
                         type, (int)size, block, r, ranks, rows, i);
        const struct scalapack *s = part.bench->state;
        numbers += s->local_rows * s->local_columns;
        share_end(&part);
    }
    assert_int_equal(numbers, size * size);
    share_end(&whole);
}

TEST(each_rank_makes_its_part_of_the_same_inputs) {
    static const struct {
        int ranks, rows;
    } grids[] = {{1, 0}, {2, 1}, {2, 2}, {4, 0}, {4, 4}, {6, 0}, {6, 3}};
    static const int sizes[] = {1, 2, 5, 33}, blocks[] = {1, 3, 8, 64};
    for (size_t c = 0; c < SCALAPACK_CASES; c++)
        for (const char *type = scalapack_cases[c].types; *type; type++)
            for (size_t g = 0; g < sizeof grids / sizeof *grids; g++)
                for (size_t i = 0; i < 16; i++)
                    compare(&scalapack_cases[c], *type, sizes[i / 4], grids[g].ranks, blocks[i % 4],
                            grids[g].rows);
}

TEST(the_grid_is_the_most_square_one) {
    static const int rows[] = {1, 1, 1, 2, 1, 2, 1, 2, 3, 2, 1, 3};
    be_rank(0);
    for (int ranks = 1; ranks <= 12; ranks++) {
        struct share part;
        struct err err = {""};
        assert_int_equal(share_begin(&part, "parallel_lu", 'd', 10, ranks, 2, 0, NULL, &err), 0);
        const struct scalapack *s = part.bench->state;
        assert_int_equal(s->rows, rows[ranks - 1]);
        assert_int_equal(s->rows * s->columns, ranks);
        share_end(&part);
    }
}

/* Rank 0 is asked how much memory it takes. */
TEST(no_rank_needs_more_memory_than_rank_0) {
    for (size_t c = 0; c < SCALAPACK_CASES; c++)
        for (int n = 1; n < 30; n += 4) {
            size_t most = 0;
            for (int r = 0; r < 6; r++) {
                struct share part;
                struct err err = {""};
                be_rank(r);
                assert_int_equal(
                    share_begin(&part, scalapack_cases[c].parallel, 'd', n, 6, 3, 0, NULL, &err),
                    0);
                struct workspace_needs needs;
                workspace_measure(part.workspace.action, 'd', &part.design_point, &needs, &err);
                if (r == 0)
                    most = needs.arena_bytes;
                assert_true(needs.arena_bytes <= most);
                share_end(&part);
            }
        }
}

TEST(what_is_no_grid_is_refused) {
    static const struct {
        double block, rows;
        const char *why;
    } refused[] = {
        {64, 3, "rows of the grid must divide the number of ranks"},
        {64, 8, "rows of the grid must divide the number of ranks"},
        {64, -1, "rows of the grid must divide the number of ranks"},
        {64, 1.5, "rows of the grid must divide the number of ranks"},
        {0, 0, "a block has at least 1 row"},
        {-4, 0, "a block has at least 1 row"},
        {2.5, 0, "a block has at least 1 row"},
    };
    be_rank(0);
    for (size_t c = 0; c < SCALAPACK_CASES; c++)
        for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
            struct workspace_needs needs;
            struct err err = {""};
            const struct design_point design_point = {
                .size = 10, .parameters = {refused[i].block, refused[i].rows}, .threads = 4};
            assert_int_equal(workspace_measure(actions_find(scalapack_cases[c].parallel), 'd',
                                               &design_point, &needs, &err),
                             ERR_FAILED);
            assert_non_null(strstr(err.message, refused[i].why));
            assert_non_null(strstr(err.message, "rows"));
        }
}

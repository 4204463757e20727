/* locks: a shared number under three locks, of which one is wrong on purpose. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include <benchmat/action.h>

typedef void add(int64_t *number);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static void mutex(int64_t *number) {
    pthread_mutex_lock(&lock);
    ++*number;
    pthread_mutex_unlock(&lock);
}

static void spin(int64_t *number) {
    while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
        sched_yield();
    ++*number;
    atomic_flag_clear_explicit(&flag, memory_order_release);
}

static void none(int64_t *number) {
    ++*(volatile int64_t *)number; /* two threads may read the same number */
}

static int setup(struct bench *bench) {
    (void)bench;
    return 0;
}

static void operate(struct bench_thread *thread) {
    do
        ((add *)thread->bench->routines[0])(thread->bench->state);
    while (bench_next_operation(thread));
}

static void check(struct bench *bench, struct bench_thread *const *team, int count) {
    int64_t operations = 0;
    for (int i = 0; i < count; i++)
        operations += bench_operations_of(team[i]);
    if (*(int64_t *)bench->state != operations)
        bench_wrong(bench, "additions were lost");
}

const struct bench_action bench_plugin = {
    BENCH_ACTION_HEAD,
    .name = "locks",
    .about = "adds 1 to a shared number",
    .types = "d",
    .setup = setup,
    .operate = operate,
    .check = check,
    .state_bytes = sizeof(int64_t),
    .implementations =
        (const struct bench_implementation[]){BENCH_IMPLEMENTATION(mutex), BENCH_IMPLEMENTATION(spin),
                                              BENCH_IMPLEMENTATION(none), {0}},
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "collect/devices/device.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct device_api *device_api_of(enum bench_device kind) {
    static const struct device_api *const apis[] = {
        [BENCH_OPENCL] = &device_opencl, [BENCH_CUDA] = &device_cuda, [BENCH_HIP] = &device_hip};
    return (unsigned)kind < sizeof apis / sizeof *apis ? apis[kind] : NULL;
}

/* --- choosing --- */

static void list_devices(size_t count, void (*name_of)(size_t i, char *name, size_t size),
                         char *list, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < count && used < size; i++) {
        char name[256] = "";
        name_of(i, name, sizeof name);
        used += (size_t)snprintf(list + used, size - used, "%s%zu %s", i ? ", " : "", i, name);
    }
}

int device_choose(const char *wanted, size_t count, size_t usual,
                  void (*name_of)(size_t i, char *name, size_t size), const char *api,
                  size_t *chosen, struct err *err) {
    char *end, list[400] = "";
    unsigned long number = strtoul(wanted, &end, 10);
    int is_number = *wanted >= '0' && *wanted <= '9' && !*end;
    if (!*wanted || (is_number && number < count)) {
        *chosen = *wanted ? number : usual;
        return 0;
    }
    for (size_t i = 0; i < count && !is_number; i++) {
        char name[256] = "";
        name_of(i, name, sizeof name);
        if (strcasestr(name, wanted)) {
            *chosen = i;
            return 0;
        }
    }
    list_devices(count, name_of, list, sizeof list);
    return err_set(err, ERR_FAILED, "no %s device is \"%.60s\"; there %s %s", api, wanted,
                   count == 1 ? "is" : "are", list);
}

/* --- loading --- */

bench_function device_function(void *library, const char *name) {
    void *symbol = dlsym(library, name);
    bench_function function = NULL;
    memcpy(&function, &symbol, sizeof symbol);
    return function;
}

int device_load(const char *const *names, const char *const *needed, bench_function *functions,
                size_t count, const char *whose, struct err *err) {
    void *library = NULL;
    const char *opened = "";
    for (size_t i = 0; names[i] && !library; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        opened = names[i];
    }
    if (!library)
        return err_set(err, ERR_FAILED, "there is no %s driver here: %s", whose, dlerror());
    for (size_t i = 0; i < count; i++) {
        functions[i] = device_function(library, needed[i]);
        if (!functions[i]) {
            dlclose(library);
            return err_set(err, ERR_FAILED, "the %s driver %s lacks %s", whose, opened, needed[i]);
        }
    }
    return 0;
}

static int is_driver(struct dl_phdr_info *object, size_t size, void *nothing) {
    static const char *const drivers[] = {"libOpenCL.so.", "libcuda.so.", "libamdhip64.so."};
    const char *slash = strrchr(object->dlpi_name, '/');
    const char *name = slash ? slash + 1 : object->dlpi_name;
    (void)size, (void)nothing;
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
        if (strncmp(name, drivers[i], strlen(drivers[i])) == 0)
            return 1;
    return 0;
}

int device_has_driver(void) {
    return dl_iterate_phdr(is_driver, NULL);
}

void device_add_number(struct facts *facts, const char *name, double number) {
    char text[32];
    snprintf(text, sizeof text, "%.15g", number);
    facts_set_text(facts, name, text);
}

/* --- failures --- */

static struct {
    char text[400];
    int has_failed, is_lost;
} failure;

void device_fail(const char *why) {
    if (!failure.has_failed)
        snprintf(failure.text, sizeof failure.text, "%s", why);
    failure.has_failed = 1;
}

int device_check(const struct device_api *api, int number, const char *doing) {
    char text[sizeof failure.text];
    if (!number)
        return 0;
    const char *name = api->error(number);
    if (api->is_out_of_memory(number))
        snprintf(text, sizeof text, "out of device memory: %s (%s)", doing, name ? name : "");
    else
        snprintf(text, sizeof text, "%s: %s error %d%s%s", doing, api->name, number,
                 name ? ", " : "", name ? name : "");
    failure.is_lost |= api->is_fatal(number);
    device_fail(text);
    return number;
}

int device_check_library(const struct device_api *api, const struct device_errors *errors,
                         int number, const char *doing) {
    char text[sizeof failure.text];
    if (number <= 0 || !errors)
        return device_check(api, number, doing);
    if (device_check(api, api->finish(), doing))
        return number;
    const struct device_error *e = errors->numbers;
    while (e->number && e->number != number)
        e++;
    snprintf(text, sizeof text, "%s%s: %s error %d%s%s",
             e->is_out_of_memory ? "out of device memory: " : "", doing, errors->library, number,
             e->name ? ", " : "", e->name ? e->name : "");
    device_fail(text);
    return number;
}

const char *device_failure(void) {
    return failure.has_failed ? failure.text : NULL;
}

void device_forget(void) {
    failure.has_failed = 0;
}

int device_is_lost(void) {
    return failure.is_lost;
}

void device_end_if_lost(const char *said) {
    if (!failure.is_lost)
        return;
    fprintf(stderr, "the device was lost: %s\n", said);
    _exit(70);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plot/figure/fonts.h"

#include <pthread.h>
#include <stddef.h>

#include <fontconfig/fontconfig.h>

#include "formats/files/thread.h"

static pthread_once_t is_read = PTHREAD_ONCE_INIT;

static int is_empty(FcStrList *list) {
    int is = !list || !FcStrListNext(list);
    if (list)
        FcStrListDone(list);
    return is;
}

/* As FcInit does, but for the descriptions. */
static void read_configuration(void) {
    FcConfig *config = FcConfigCreate();
    if (!config)
        return;
    if (FcConfigParseAndLoad(config, NULL, FcFalse) && !is_empty(FcConfigGetFontDirs(config)) &&
        !is_empty(FcConfigGetCacheDirs(config)) && FcConfigBuildFonts(config))
        FcConfigSetCurrent(config); /* which keeps it */
    else
        FcConfigDestroy(config);
}

static void *read_aside(void *nothing) {
    pthread_once(&is_read, read_configuration);
    return nothing;
}

void fonts_begin(void) {
    pthread_t thread;
    if (thread_begin(&thread, read_aside, NULL) == 0)
        pthread_detach(thread);
}

void fonts_await(void) {
    pthread_once(&is_read, read_configuration);
}

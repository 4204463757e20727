/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show_json.h: a whole run as a JSON object. */
#ifndef BENCHMAT_STORE_CLI_SHOW_JSON_H
#define BENCHMAT_STORE_CLI_SHOW_JSON_H

#include <json-c/json.h>

#include "formats/model/run.h"

/* {"run", "facts", "actions": [{"action", "facts", "rounds", "max_seeds", "sizes", "seeds",
 * "libraries": [{"library", "facts", "seconds": [size][round][seed], and the details}]}]} */
json_object *show_json(const struct run *run);

#endif

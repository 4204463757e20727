/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cmd_show_json.h: a whole run as a JSON object. */
#ifndef BENCHMAT_STORE_CMD_SHOW_JSON_H
#define BENCHMAT_STORE_CMD_SHOW_JSON_H

#include <json-c/json.h>

#include "formats/run.h"

/* {"run", "facts", "actions": [{"action", "facts", "rounds", "max_seeds", "sizes", "seeds",
 * "libraries": [{"library", "facts", "seconds": [size][round][seed], and the details}]}]} */
json_object *show_json(const struct run *run);

#endif

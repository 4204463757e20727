/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json.h: what bench-store knows, as JSON. What is undefined is null. */
#ifndef BENCHMAT_STORE_CLI_JSON_H
#define BENCHMAT_STORE_CLI_JSON_H

#include <json-c/json.h>

#include "formats/model/run.h"

/* Each adds VALUE to an object; without memory the process ends, as there is nothing to be lost. */
void cmd_json_put(json_object *object, const char *key, json_object *value);
void cmd_json_put_text(json_object *object, const char *key, const char *text); /* may be NULL */
void cmd_json_put_integer(json_object *object, const char *key, int64_t integer);

json_object *cmd_json_text(const char *text); /* bytes that are no UTF-8 become '?' */
json_object *cmd_json_real(double real);
json_object *cmd_json_integers(const int64_t *values, size_t count);
json_object *cmd_json_facts(const struct facts *facts);

/* Prints VALUE and releases it. With SEPARATOR in front: "[\n", ",\n", or "". */
void cmd_json_print(const char *separator, json_object *value);

#endif

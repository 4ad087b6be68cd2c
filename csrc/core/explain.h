/* Why a text was refused: the slow second look that a message is worth. The
 * parsers only say that something is wrong; these walk the text from its
 * start and name the first field that is.
 */
#ifndef GNOMON_CORE_EXPLAIN_H
#define GNOMON_CORE_EXPLAIN_H

#include "status.h"

/* For a text that gn_http_date_parse refused, blanks trimmed. */
void gn_explain_http_date(gn_span text, gn_error *err);

/* For a text that gn_rfc3339_parse refused. */
void gn_explain_rfc3339(gn_span text, gn_error *err);

#endif

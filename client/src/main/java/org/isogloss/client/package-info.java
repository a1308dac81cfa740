// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * A client of Isogloss servers, over HTTP.
 *
 * <p>{@link IsoglossClient} encodes, re-ranks, identifies languages and lists the indexes of a
 * server. {@link RemoteIndex} searches one of them and changes its documents. The requests and
 * replies are those of the paths under {@code /api}, which the server describes at {@code
 * /openapi.yaml}. Begin with {@link IsoglossClient#builder}.
 *
 * <p>Every failed request is a {@link RequestFailedException}.
 */
@NullMarked
package org.isogloss.client;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * What a server serves: indexes, models and bitexts by name. Their errors become errors of
 * requests, without the paths of the server.
 */
package org.isogloss.server.catalog;

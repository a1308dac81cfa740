// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Isogloss's own interface: search, documents, concordances, inference and explanations under
 * {@code /api}.
 */
package org.isogloss.server.api;

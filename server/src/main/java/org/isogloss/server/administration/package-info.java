// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Changes of the indexes, aliases and models of a server while it runs. Start with {@link
 * org.isogloss.server.administration.Administration}.
 */
package org.isogloss.server.administration;

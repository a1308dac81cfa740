// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The Model Context Protocol, by which agents search the indexes: over standard input and output,
 * and over HTTP.
 */
package org.isogloss.server.mcp;

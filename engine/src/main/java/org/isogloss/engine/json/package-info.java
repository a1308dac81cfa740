// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** Results of searches as JSON, as the command line prints them and the server sends them. */
package org.isogloss.engine.json;

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** The files of the search page. */
package org.isogloss.server.page;

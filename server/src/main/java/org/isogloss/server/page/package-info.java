// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** The files of the search page and of the page of concordances. */
package org.isogloss.server.page;

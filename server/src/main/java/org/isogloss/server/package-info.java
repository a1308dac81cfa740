// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/** The server: its options, its start and its end. */
package org.isogloss.server;

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The folder in which a server keeps the indexes that clients create, their aliases and snapshots.
 */
package org.isogloss.server.storage;

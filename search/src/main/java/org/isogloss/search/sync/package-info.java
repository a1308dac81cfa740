// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * What an index records about the files of a collection, so that it can be kept in step with them.
 *
 * <p>Start with {@link SyncPlan}, which compares the parts of a collection with the {@link
 * IndexedPart}s of an index and lists those to read and to delete. The parts are stored in a {@link
 * SyncJournal} next to the index; its commit records how much of the journal is valid. Which
 * documents belong to a part is not stored: they are the documents of its indexing run, so that a
 * document that another source has replaced no longer belongs to it.
 */
package org.isogloss.search.sync;

/**
 * The layout of an index on disk.
 *
 * <p>{@link PassageFields} documents the Lucene fields and converts passages to Lucene documents
 * and back; begin there. {@link IndexFolder} knows the files of the folder and turns I/O errors
 * into messages; {@link IndexIntegrity} verifies checksums after a writer that did not end
 * properly. {@link IndexTranslationTables} holds the translation tables of an index; {@link
 * TermProjection} uses them to project term frequencies to query languages at indexing time (PSQ).
 * {@link IndexingCheckpoint} is the progress of an indexing run, stored in the user data of each
 * commit.
 */
package org.isogloss.search.index;

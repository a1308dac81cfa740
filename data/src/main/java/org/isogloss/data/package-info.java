// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Types that all readers and writers of data share.
 *
 * <p>{@link Records} iterates over the records of an input and is closed after use; {@link OnError}
 * selects whether a record that cannot be read stops the reader with a {@link FormatException}
 * (file, line, problem) or is skipped and counted; {@link SkippedFiles} lists files of a folder
 * that were left out. {@link RecordWriter} writes a file that appears under its name only on
 * commit. {@link Judgement} and {@link JudgedQuery} are relevance judgements, {@link LanguagePair}
 * is a source and a target language. {@link InputPaths} describes which paths can be read: files,
 * pipes, and {@code -} for standard input. Begin with {@link Records}. The formats are in the other
 * packages; {@code detect} reads data whose format is not known.
 */
package org.isogloss.data;

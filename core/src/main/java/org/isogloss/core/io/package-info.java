// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Safe output to files.
 *
 * <p>{@link OutputFile} is the only way to open a file for writing: a regular file appears as a
 * whole on commit, a pipe or device is written directly. {@link AtomicFile} and {@link
 * AtomicFolder} are the short forms for a file or folder that is written in one step. {@link
 * FolderTree} deletes a folder with its contents. {@link Checksums} identifies content. {@link
 * FileErrors} turns an {@code IOException} into a message for the user; everything that reads or
 * writes files reports its failures through it. Begin with {@link OutputFile}.
 */
@NullMarked
package org.isogloss.core.io;

import org.jspecify.annotations.NullMarked;

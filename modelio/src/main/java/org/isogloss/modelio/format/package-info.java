// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Errors and path resolution for files of unknown origin.
 *
 * <p>Every problem with a file of a model is reported as a {@link ModelFormatException}, whose
 * message begins with the file and states what was found and what was expected. {@link FolderPaths}
 * resolves file names within a model folder and rejects names that lead outside it. Begin with
 * {@link FolderPaths}.
 */
package org.isogloss.modelio.format;

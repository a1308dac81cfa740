// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import org.isogloss.data.SkippedFiles;

/**
 * The result of keeping an index in step with a collection. Files are those of the collection, and
 * subfolders whose files belong together.
 *
 * @param added number of new files
 * @param changed number of files with other content, or whose documents had been replaced or
 *     deleted
 * @param moved number of files that have another path
 * @param gone number of files that no longer exist, of which the documents were deleted
 * @param unchanged number of files that were not read
 * @param skippedRecords number of malformed records in the files that were read
 * @param withoutText number of records without text in the files that were read
 * @param skippedFiles the files without documents, except unchanged ones
 * @param content the index after the run; its records are those of the files that were read
 */
public record SyncSummary(
    int added,
    int changed,
    int moved,
    int gone,
    int unchanged,
    long skippedRecords,
    long withoutText,
    SkippedFiles skippedFiles,
    IndexingSummary content) {
  /** Whether the index was changed. */
  public boolean hasChanges() {
    return added + changed + moved + gone > 0;
  }
}

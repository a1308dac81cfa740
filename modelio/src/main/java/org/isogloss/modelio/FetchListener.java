// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

/** Receives the progress of a model download or conversion. */
public interface FetchListener {
  /** Ignores all events. */
  FetchListener NONE =
      new FetchListener() {
        @Override
        public void stepStarted(String description) {
          // Ignored.
        }

        @Override
        public void progress(long doneBytes, long totalBytes) {
          // Ignored.
        }
      };

  /** Called when a step begins, such as {@code "converting the weights"}. */
  void stepStarted(String description);

  /** Called when the current step has made progress. */
  void progress(long doneBytes, long totalBytes);
}

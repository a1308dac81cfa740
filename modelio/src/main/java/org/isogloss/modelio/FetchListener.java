package org.isogloss.modelio;

/** Hears how far the fetching of a model is. */
public interface FetchListener {
  /** Hears nothing. */
  FetchListener NONE =
      new FetchListener() {
        @Override
        public void stepStarted(String description) {
          // Nobody listens.
        }

        @Override
        public void progress(long doneBytes, long totalBytes) {
          // Nobody listens.
        }
      };

  /** A step begins, such as {@code "converting the weights"}. */
  void stepStarted(String description);

  /** How far the step is. */
  void progress(long doneBytes, long totalBytes);
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.performance.scaling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/** What threads waited for, from a recording of Java's flight recorder. */
final class Waits implements AutoCloseable {
  private static final String MONITOR = "jdk.JavaMonitorEnter";
  private static final String PARK = "jdk.ThreadPark";
  private static final String OWN_CODE = "org.isogloss.";
  private static final String BENCHMARK = "org.isogloss.performance.";

  private final Recording recording = new Recording();

  /** Records all waits for locks from now on, however short. */
  static Waits record() {
    Waits waits = new Waits();
    for (String event : List.of(MONITOR, PARK)) {
      waits.recording.enable(event).withThreshold(Duration.ZERO).withStackTrace();
    }
    waits.recording.start();
    return waits;
  }

  /**
   * A place where threads waited.
   *
   * @param lock class of the lock or of the object that the thread parked for
   * @param caller the first method of Isogloss on the stack
   */
  record Place(String lock, String caller) {}

  /**
   * Stops the recording and returns how long threads waited.
   *
   * @param threads names of the threads that count
   */
  Map<Place, Duration> stop(Set<String> threads) throws IOException {
    recording.stop();
    Path file = Files.createTempFile("waits", ".jfr");
    try {
      recording.dump(file);
      Map<Place, Duration> waited = new HashMap<>();
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        boolean counts =
            event.getThread() != null
                && event.getThread().getJavaName() != null
                && threads.contains(event.getThread().getJavaName());
        if (counts) {
          waited.merge(place(event), event.getDuration(), Duration::plus);
        }
      }
      return waited;
    } finally {
      Files.delete(file);
    }
  }

  private static Place place(RecordedEvent event) {
    RecordedClass lock =
        event.getClass(
            event.getEventType().getName().equals(MONITOR) ? "monitorClass" : "parkedClass");
    List<RecordedFrame> frames =
        event.getStackTrace() == null ? List.of() : event.getStackTrace().getFrames();
    Optional<RecordedFrame> own =
        frames.stream()
            .filter(frame -> frame.getMethod().getType().getName().startsWith(OWN_CODE))
            .filter(frame -> !frame.getMethod().getType().getName().startsWith(BENCHMARK))
            .findFirst();
    return new Place(
        lock == null ? "none" : lock.getName(),
        own.map(frame -> frame.getMethod().getType().getName() + "." + frame.getMethod().getName())
            .orElse("-"));
  }

  @Override
  public void close() {
    recording.close();
  }
}

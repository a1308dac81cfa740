// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.lang.System.Logger.Level;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.isogloss.core.InferenceException;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.concurrent.Futures;

/** The ONNX Runtime environment, shared by all models of a program. */
final class OnnxRuntimeEnvironment {
  private static final System.Logger LOG = System.getLogger(OnnxRuntimeEnvironment.class.getName());

  private static final long LARGE_STACK = 512L << 20;

  /** Loaded when the first model is opened. */
  private static Optional<OrtEnvironment> loaded = Optional.empty();

  /** Its telemetry, which is on by default and reports to Microsoft, is switched off. */
  static OrtEnvironment createEnvironment() {
    OnnxNativeLibraries.useCache();
    long start = System.currentTimeMillis();
    OrtEnvironment environment;
    try {
      environment = OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
    } catch (RuntimeException | LinkageError e) {
      throw OnnxNativeLibraries.notLoaded(e);
    } finally {
      OnnxNativeLibraries.deleteEmptyFolder(start);
    }
    try {
      environment.setTelemetry(false);
    } catch (OrtException e) {
      throw failure("cannot switch its telemetry off", e);
    }
    keepUntilTheProcessHasEnded();
    return environment;
  }

  /**
   * Keeps the environment open while the process ends. ONNX Runtime 1.29 closes it in a shutdown
   * hook, while hooks of the program may still wait for searches: whatever opens a session then
   * crashes the process (<a href="https://github.com/microsoft/onnxruntime/issues/31352">issue
   * 31352</a>). The native environment counts how often it was created and closed; this creates it
   * once more. It has to be called by reflection, because the class creates it only once.
   */
  private static void keepUntilTheProcessHasEnded() {
    try {
      Field api = Class.forName("ai.onnxruntime.OnnxRuntime").getDeclaredField("ortApiHandle");
      api.setAccessible(true);
      Method create =
          OrtEnvironment.class.getDeclaredMethod(
              "createHandle", long.class, int.class, String.class);
      create.setAccessible(true);
      create.invoke(
          null,
          api.getLong(null),
          OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR.getValue(),
          OrtEnvironment.DEFAULT_NAME);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.log(Level.DEBUG, "ONNX Runtime may be closed before the process has ended", e);
    }
  }

  /**
   * Runs work on a thread with a large stack. When it starts, ONNX Runtime 1.29 parses the command
   * line of the process recursively; with a long command line, for example because of a long class
   * path, a stack of the default size would overflow and crash the process.
   */
  private static <T> T onLargeStack(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(null, task, "isogloss-onnxruntime-start", LARGE_STACK);
    thread.start();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw Futures.failure(e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private OnnxRuntimeEnvironment() {}

  /**
   * Returns the environment.
   *
   * @throws IsoglossException if its native libraries cannot be loaded
   */
  static synchronized OrtEnvironment environment() {
    if (loaded.isEmpty()) {
      loaded = Optional.of(onLargeStack(OnnxRuntimeEnvironment::createEnvironment));
    }
    return loaded.get();
  }

  /**
   * Returns the options of a session; the caller closes them.
   *
   * @param threads number of threads that work on one call; 1 for only the caller's thread
   */
  static OrtSession.SessionOptions sessionOptions(int threads) throws OrtException {
    environment();
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    try {
      options.setIntraOpNumThreads(threads);
      // Otherwise it would store a memory pattern for every batch shape that occurs.
      options.setMemoryPatternOptimization(false);
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
      return options;
    } catch (OrtException e) {
      options.close();
      throw e;
    }
  }

  static InferenceException failure(String problem, OrtException e) {
    return new InferenceException("ONNX Runtime " + problem + ": " + e.getMessage(), e);
  }
}

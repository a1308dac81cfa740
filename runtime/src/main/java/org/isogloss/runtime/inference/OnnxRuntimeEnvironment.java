package org.isogloss.runtime.inference;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.isogloss.core.IsoglossException;

/** ONNX Runtime as all models of a program share it. */
final class OnnxRuntimeEnvironment {
  private static final long LARGE_STACK = 512L << 20;

  /** Loaded when the first model is opened. */
  private static final class Holder {
    // What runs on the other thread is no part of this class, which is not ready before it ends.
    static final OrtEnvironment ENVIRONMENT =
        onLargeStack(OnnxRuntimeEnvironment::createEnvironment);
  }

  /** Its telemetry, which is on by default and reports to Microsoft, is switched off. */
  static OrtEnvironment createEnvironment() {
    OrtEnvironment environment =
        OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
    try {
      environment.setTelemetry(false);
    } catch (OrtException e) {
      throw failure("cannot switch its telemetry off", e);
    }
    return environment;
  }

  /**
   * ONNX Runtime 1.29 looks through the command line of its process as it starts, by recursion that
   * is deep where the command line is long, as it is with a long class path: on a stack of the
   * usual size the process would end.
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
      throw e.getCause() instanceof RuntimeException problem
          ? problem
          : new IllegalStateException(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private OnnxRuntimeEnvironment() {}

  static OrtEnvironment environment() {
    return Holder.ENVIRONMENT;
  }

  /**
   * What a session is opened with; to be closed by whoever asked.
   *
   * @param threads how many work at one call; 1 for the caller's own alone
   */
  static OrtSession.SessionOptions sessionOptions(int threads) throws OrtException {
    environment();
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    try {
      options.setIntraOpNumThreads(threads);
      // It would remember every shape of batch that there ever was.
      options.setMemoryPatternOptimization(false);
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
      return options;
    } catch (OrtException e) {
      options.close();
      throw e;
    }
  }

  static IsoglossException failure(String what, OrtException e) {
    return new IsoglossException("ONNX Runtime " + what + ": " + e.getMessage(), e);
  }
}

package org.isogloss.runtime;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.isogloss.core.IsoglossException;

/** ONNX Runtime as all models of a program share it. */
final class OnnxRuntime {
  private static final long LARGE_STACK = 512L << 20;
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

  /**
   * What there is one of in a program.
   *
   * @param ours whether its threads are ours to use; a program may have made an environment before
   *     us
   */
  private record Shared(OrtEnvironment environment, boolean ours) {
    static Shared create() {
      try (OrtEnvironment.ThreadingOptions threads = new OrtEnvironment.ThreadingOptions()) {
        threads.setGlobalIntraOpNumThreads(PROCESSORS);
        threads.setGlobalInterOpNumThreads(1);
        OrtEnvironment environment =
            OrtEnvironment.getEnvironment(
                OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, "isogloss", threads);
        return new Shared(environment, true);
      } catch (OrtException e) {
        throw failed("cannot be started", e);
      } catch (IllegalStateException e) {
        return new Shared(OrtEnvironment.getEnvironment(), false);
      }
    }
  }

  /** Loaded when the first model is opened. */
  private static final class Holder {
    static final Shared SHARED = onLargeStack(Shared::create);
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

  private OnnxRuntime() {}

  static OrtEnvironment environment() {
    return Holder.SHARED.environment;
  }

  /** What a session is opened with; to be closed by whoever asked. */
  static OrtSession.SessionOptions options(int threads) throws OrtException {
    boolean ours = Holder.SHARED.ours;
    OrtSession.SessionOptions options = new OrtSession.SessionOptions();
    try {
      if (threads == PROCESSORS && ours) {
        options.disablePerSessionThreads();
      } else {
        options.setIntraOpNumThreads(threads);
      }
      // It would remember every shape of batch that there ever was.
      options.setMemoryPatternOptimization(false);
      options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
      return options;
    } catch (OrtException e) {
      options.close();
      throw e;
    }
  }

  static IsoglossException failed(String what, OrtException e) {
    return new IsoglossException("ONNX Runtime " + what + ": " + e.getMessage(), e);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import ai.onnxruntime.OrtEnvironment;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.NativeLibraryCache;

/**
 * The native libraries of ONNX Runtime. It would unpack 28 MB into the folder for temporary files
 * in every process, and leave them there if the process is killed; with a property it loads them
 * from another folder.
 */
final class OnnxNativeLibraries {
  private static final String PATH = "onnxruntime.native.path";
  private static final List<String> LIBRARIES = List.of("onnxruntime", "onnxruntime4j_jni");

  /** Those that only the artifact for GPUs has, of several hundred megabytes. */
  private static final List<String> GPU_LIBRARIES =
      List.of("onnxruntime_providers_shared", "onnxruntime_providers_cuda");

  /** Prints a stack trace for a failure that it also throws; referenced to keep its level. */
  private static final Logger LOGGER = Logger.getLogger("ai.onnxruntime.OnnxRuntime");

  /** Why the libraries are not in the cache. */
  private static Optional<IOException> cacheFailure = Optional.empty();

  static {
    LOGGER.setLevel(Level.OFF);
  }

  private OnnxNativeLibraries() {}

  /** Has the libraries loaded from the cache of the user; elsewhere if that cannot be written. */
  static void useCache() {
    if (System.getProperty(PATH) != null) {
      return;
    }
    List<URL> resources = resources(LIBRARIES);
    if (resources.size() < LIBRARIES.size()) {
      return; // ONNX Runtime reports that it does not support this platform.
    }
    resources.addAll(resources(GPU_LIBRARIES));
    try {
      System.setProperty(PATH, NativeLibraryCache.provide("onnxruntime", resources).toString());
    } catch (IOException e) {
      cacheFailure = Optional.of(e); // ONNX Runtime unpacks them itself.
    }
  }

  /** Returns those libraries that the class path has. */
  private static List<URL> resources(List<String> libraries) {
    List<URL> found = new ArrayList<>();
    for (String library : libraries) {
      String name = "/ai/onnxruntime/native/" + platform() + "/" + System.mapLibraryName(library);
      Optional.ofNullable(OrtEnvironment.class.getResource(name)).ifPresent(found::add);
    }
    return found;
  }

  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String name = system.contains("mac") ? "osx" : system.contains("win") ? "win" : "linux";
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return name + "-" + (processor.matches("amd64|x86_64") ? "x64" : processor);
  }

  /** The exception for libraries that cannot be loaded. */
  static IsoglossException notLoaded(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String reason =
        cause instanceof IOException io
            ? FileErrors.describe(io)
            // ONNX Runtime does not report why it could not unpack a library.
            : cacheFailure
                .map(io -> "no copy in the cache: " + FileErrors.describe(io))
                .orElse(cause.getMessage());
    return new IsoglossException(
        "ONNX Runtime cannot be loaded ("
            + reason
            + "): it needs the folder for temporary files "
            + temporary()
            + ", and a folder "
            + NativeLibraryCache.folder()
            + " from which programs may be run, with 30 MB of free space; free space, or set"
            + " XDG_CACHE_HOME or java.io.tmpdir to others",
        failure);
  }

  /**
   * Deletes the folder that ONNX Runtime creates for its libraries even if it loads them from
   * another one. Folders with libraries of other programs are not empty, and stay.
   */
  static void deleteEmptyFolder(long startMillis) {
    try (DirectoryStream<Path> folders =
        Files.newDirectoryStream(temporary(), "onnxruntime-java*")) {
      for (Path folder : folders) {
        File file = folder.toFile();
        if (file.lastModified() >= startMillis - 1000 && file.isDirectory()) {
          file.delete();
        }
      }
    } catch (IOException e) {
      // Nothing was created in a folder that cannot be listed.
    }
  }

  private static Path temporary() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }
}

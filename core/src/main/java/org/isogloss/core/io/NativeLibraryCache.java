// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Copies of native libraries in a cache folder of the user: {@code
 * ~/.cache/isogloss/native/NAME-CHECKSUM}, where {@code $XDG_CACHE_HOME} may replace {@code
 * ~/.cache}. Without it, every process would unpack the libraries of its jars, and they would stay
 * on the disk if the process is killed. A copy is used if its checksum is that of the library.
 */
public final class NativeLibraryCache {
  private NativeLibraryCache() {}

  /**
   * Returns the folder that contains the copies of some libraries, under their own names.
   *
   * @param name the name of the software
   * @param libraries their locations as resources
   * @throws IOException if they cannot be copied; the message names the file
   */
  public static Path provide(String name, List<URL> libraries) throws IOException {
    return provide(folder(), name, libraries);
  }

  static Path provide(Path cache, String name, List<URL> libraries) throws IOException {
    CRC32 all = new CRC32();
    for (URL library : libraries) {
      all.update(Long.toHexString(checksum(library)).getBytes(StandardCharsets.UTF_8));
    }
    Path folder = cache.resolve(name + "-" + Long.toHexString(all.getValue()));
    Files.createDirectories(folder);
    for (URL library : libraries) {
      String file = library.getPath().substring(library.getPath().lastIndexOf('/') + 1);
      Path copy = folder.resolve(file);
      if (!Files.isRegularFile(copy) || checksum(copy) != checksum(library)) {
        copy(library, copy);
      }
    }
    return folder;
  }

  /** The folder of all copies. */
  public static Path folder() {
    String caches = System.getenv("XDG_CACHE_HOME");
    Path home =
        caches == null || caches.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(caches);
    return home.resolve("isogloss").resolve("native");
  }

  /** Other processes see the whole copy or none. */
  private static void copy(URL library, Path copy) throws IOException {
    Path unfinished = Files.createTempFile(copy.getParent(), "", AtomicFile.UNFINISHED_SUFFIX);
    try (InputStream in = library.openStream()) {
      Files.copy(in, unfinished, StandardCopyOption.REPLACE_EXISTING);
      Files.move(
          unfinished, copy, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static long checksum(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return checksum(in);
    }
  }

  private static long checksum(URL library) throws IOException {
    URLConnection connection = library.openConnection();
    if (connection instanceof JarURLConnection jar) {
      return jar.getJarEntry().getCrc(); // Without inflating it.
    }
    try (InputStream in = connection.getInputStream()) {
      return checksum(in);
    }
  }

  private static long checksum(InputStream in) throws IOException {
    CRC32 checksum = new CRC32();
    byte[] buffer = new byte[1 << 16];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      checksum.update(buffer, 0, read);
    }
    return checksum.getValue();
  }
}

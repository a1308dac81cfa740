// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.spark.encode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.isogloss.core.io.FileErrors;

/**
 * Distributes model folders of the driver: each executor receives and unpacks a folder once, and
 * maps its weights into memory. Models in jars need no distribution.
 */
final class ModelDistribution {
  private final JavaSparkContext spark;
  private final String device;

  /**
   * Creates a distribution.
   *
   * @param device the device on which executors run the models
   */
  ModelDistribution(JavaSparkContext spark, String device) {
    this.spark = spark;
    this.device = device;
  }

  /**
   * Distributes a model if it is a folder.
   *
   * @param name a folder, or the name of a model in a jar on the class path of all executors
   * @param fingerprint the fingerprint of the opened model
   */
  ModelReference distribute(String name, String fingerprint) {
    Path folder = Path.of(name);
    if (spark.isLocal() || !Files.isDirectory(folder)) {
      return new ModelReference(name, "", fingerprint, device);
    }
    String archive = "isogloss-model-" + fingerprint;
    try {
      Path file = Files.createTempDirectory("isogloss-model").resolve(archive + ".zip");
      file.toFile().deleteOnExit();
      file.getParent().toFile().deleteOnExit();
      zip(folder, file);
      spark.sc().addArchive(file.toUri() + "#" + archive);
    } catch (IOException e) {
      throw FileErrors.cannotRead(folder, e);
    }
    return new ModelReference(name, archive, fingerprint, device);
  }

  private static void zip(Path folder, Path archive) throws IOException {
    try (Stream<Path> walk = Files.walk(folder);
        OutputStream out = Files.newOutputStream(archive);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setLevel(Deflater.NO_COMPRESSION); // Weights hardly compress.
      List<Path> files = walk.filter(Files::isRegularFile).sorted().toList();
      for (Path file : files) {
        zip.putNextEntry(new ZipEntry(folder.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
  }
}

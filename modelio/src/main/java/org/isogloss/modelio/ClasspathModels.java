// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.manifest.ModelManifest;

/** Finds models on the class path, in folders and in jars. */
final class ClasspathModels {
  /** Folder of the shipped models on the class path. */
  private static final String SHIPPED = "org/isogloss/models/";

  /** Names of the models of Isogloss; each is in the artifact {@code isogloss-model-NAME}. */
  private static final List<String> NAMES = List.of("compact", "reranker", "tiny");

  private ClasspathModels() {}

  /**
   * Opens the model with the given name.
   *
   * @return empty if there is no such model
   */
  static Optional<ModelFolder> find(String name, ClassLoader loader) {
    if (!name.matches("[a-z0-9][a-z0-9._-]*")) {
      return Optional.empty();
    }
    String resource = resource(name);
    URL url = loader.getResource(resource);
    return Optional.ofNullable(url).map(found -> openResource(found, resource));
  }

  /** States which models are there, and how to add the one that is missing. */
  static String remedy(String missing, ClassLoader loader) {
    List<String> found =
        NAMES.stream().filter(name -> loader.getResource(resource(name)) != null).toList();
    String artifact = NAMES.contains(missing) ? "; add the artifact isogloss-model-" + missing : "";
    return " (found " + (found.isEmpty() ? "none" : String.join(", ", found)) + ")" + artifact;
  }

  private static String resource(String name) {
    return SHIPPED + name + "/" + ModelManifest.FILE;
  }

  private static ModelFolder openResource(URL url, String resource) {
    try {
      if (url.getProtocol().equals("file")) {
        Path folder = Path.of(url.toURI()).getParent();
        return new ModelFolder(folder, Optional.empty(), RecordedChecksums.read(folder));
      }
      String address = url.toString();
      if (!address.startsWith("jar:") || !address.endsWith("!/" + resource)) {
        throw new IsoglossException("the model at " + url + " is neither in a folder nor in a jar");
      }
      String archive = address.substring(4, address.length() - resource.length() - 2);
      // A separate file system, so that closing this folder does not affect other users of the jar.
      FileSystem zip = FileSystems.newFileSystem(Path.of(new URI(archive)));
      try {
        Path folder = zip.getPath("/" + resource).getParent();
        return new ModelFolder(folder, Optional.of(zip), RecordedChecksums.read(folder));
      } catch (IsoglossException e) {
        zip.close();
        throw e;
      }
    } catch (IOException | URISyntaxException e) {
      throw new IsoglossException("the model at " + url + " cannot be read: " + e.getMessage(), e);
    }
  }
}

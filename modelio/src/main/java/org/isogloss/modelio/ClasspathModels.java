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
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.manifest.ModelManifest;

/** Finds models on the class path, in folders and in jars. */
final class ClasspathModels {
  /** Folder of the shipped models on the class path. */
  private static final String SHIPPED = "org/isogloss/models/";

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
    String resource = SHIPPED + name + "/" + ModelManifest.FILE;
    URL url = loader.getResource(resource);
    return Optional.ofNullable(url).map(found -> openResource(found, resource));
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

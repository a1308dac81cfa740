// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.distribution;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.io.FolderTree;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Unpacks the archive once for all tests, and passes it to those that have a parameter for it. */
final class InstallationExtension implements ParameterResolver {
  private record Unpacked(Path folder, Installation installation) implements AutoCloseable {
    static Unpacked create() {
      try {
        Path folder = Files.createTempDirectory("isogloss-installation");
        return new Unpacked(folder, Installation.unpack(Installation.FULL, folder));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      installation.writable(true);
      FolderTree.deleteIfExists(folder);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Installation.class;
  }

  @Override
  public Installation resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(InstallationExtension.class))
        .getOrComputeIfAbsent(Unpacked.class, type -> Unpacked.create(), Unpacked.class)
        .installation();
  }
}

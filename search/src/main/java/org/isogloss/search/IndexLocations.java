// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.search.lucene.FolderLocation;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.storage.IndexLocationProvider;

/** Resolves the address of an index to its location. */
public final class IndexLocations {
  /** A single letter is a Windows drive. */
  private static final Pattern SCHEME = Pattern.compile("([a-z]{2,}):.*", Pattern.DOTALL);

  /** The schemes of Isogloss's own modules, which may be missing on the class path. */
  private static final List<String> KNOWN = List.of("solr");

  private IndexLocations() {}

  /** Returns the location of an index in a folder. */
  public static IndexLocation of(Path folder) {
    return new FolderLocation(folder);
  }

  /**
   * Returns the location of an index.
   *
   * @param address a folder, or an address such as {@code solr:zk1:2181/collection} of one of the
   *     {@link IndexLocationProvider}s
   * @throws IsoglossException if the address is malformed, or its provider is not installed
   */
  public static IndexLocation of(String address) {
    Matcher scheme = SCHEME.matcher(address);
    if (!scheme.matches()) {
      return of(Path.of(address));
    }
    Optional<IndexLocationProvider> provider =
        ServiceLoader.load(IndexLocationProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.scheme().equals(scheme.group(1)))
            .findFirst();
    if (provider.isPresent()) {
      return provider.get().location(address);
    }
    if (KNOWN.contains(scheme.group(1))) {
      throw new IsoglossException(
          Excerpt.unquoted(address)
              + ": the module isogloss-"
              + scheme.group(1)
              + " is not on the class path; add it, or give the folder of an index");
    }
    return of(Path.of(address));
  }
}

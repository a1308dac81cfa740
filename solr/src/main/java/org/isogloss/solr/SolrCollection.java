// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.BaseHttpSolrClient;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.impl.CloudSolrClient;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.ConfigSetAdminRequest;
import org.apache.solr.client.solrj.request.CoreAdminRequest;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.client.solrj.response.CollectionAdminResponse;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.params.CoreAdminParams;
import org.apache.solr.common.params.SolrParams;
import org.apache.solr.common.util.ContentStreamBase;
import org.apache.solr.common.util.NamedList;
import org.isogloss.core.Deadline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.concurrent.Futures;
import org.isogloss.search.storage.IndexUnavailableException;

/**
 * Sends requests to a collection. Requests that fail because a node or ZooKeeper is unavailable are
 * repeated for at most {@value #PATIENCE_SECONDS} seconds, or until shortly before the {@link
 * Deadline} of the thread; a caller must expect that one was executed twice.
 */
final class SolrCollection implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;
  private static final Duration PATIENCE = Duration.ofSeconds(PATIENCE_SECONDS);

  /** Part of the time until a deadline after which a request fails. */
  private static final int DEADLINE_PERCENT = 90;

  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;
  private static final int CONNECT_SECONDS = 15;

  /** Time for one answer; creating a collection of many shards may take half a minute. */
  private static final int ANSWER_SECONDS = 120;

  private static final int TOO_MANY_REQUESTS = 429;
  private static final int BAD_REQUEST = 400;
  private static final int SERVER_ERROR = 500;
  private static final int CONFLICT = 409;

  /** Unauthorized, and forbidden. */
  private static final Set<Integer> REFUSED = Set.of(401, 403);

  private static final Pattern SERVER = Pattern.compile("^Error from server at \\S+: ");

  private final SolrAddress address;
  private final CloudSolrClient client;
  private final Optional<SolrCredentials> credentials;

  /** A request that Solr may reject. */
  @FunctionalInterface
  interface Call<T> {
    T send(CloudSolrClient client) throws SolrServerException, IOException;
  }

  /** An update was refused because the document has another version than expected. */
  static final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ConflictException(Throwable cause) {
      super(cause);
    }
  }

  private SolrCollection(
      SolrAddress address, CloudSolrClient client, Optional<SolrCredentials> credentials) {
    this.address = address;
    this.client = client;
    this.credentials = credentials;
  }

  /**
   * Connects to a cluster.
   *
   * @throws IndexUnavailableException if no host can be reached
   */
  static SolrCollection connect(SolrAddress address) {
    return connect(address, System.getenv());
  }

  /**
   * Connects to a cluster.
   *
   * @param environment variables with {@linkplain SolrCredentials credentials}
   */
  static SolrCollection connect(SolrAddress address, Map<String, String> environment) {
    Optional<SolrCredentials> credentials = SolrCredentials.of(environment);
    Http2SolrClient.Builder http = configured(new Http2SolrClient.Builder(), credentials);
    CloudHttp2SolrClient.Builder builder =
        address.isHttp()
            ? new CloudHttp2SolrClient.Builder(address.hosts())
            : new CloudHttp2SolrClient.Builder(address.hosts(), address.chroot());
    builder.withZkConnectTimeout(CONNECT_SECONDS, TimeUnit.SECONDS).withHttpClientBuilder(http);
    try {
      CloudSolrClient client = builder.withDefaultCollection(address.collection()).build();
      try {
        client.getClusterStateProvider().getLiveNodes();
      } catch (RuntimeException e) {
        client.close();
        throw e;
      }
      return new SolrCollection(address, client, credentials);
    } catch (IOException | RuntimeException e) {
      throw unreachable(address, e);
    }
  }

  private static Http2SolrClient.Builder configured(
      Http2SolrClient.Builder http, Optional<SolrCredentials> credentials) {
    credentials.ifPresent(found -> http.withBasicAuthCredentials(found.user(), found.password()));
    return http.withConnectionTimeout(CONNECT_SECONDS, TimeUnit.SECONDS)
        .withIdleTimeout(ANSWER_SECONDS, TimeUnit.SECONDS)
        .withRequestTimeout(ANSWER_SECONDS, TimeUnit.SECONDS);
  }

  private static IsoglossException unreachable(SolrAddress address, Throwable cause) {
    return new IndexUnavailableException(
        address
            + ": "
            + (address.isHttp() ? "Solr" : "ZooKeeper")
            + " cannot be reached ("
            + describe(cause)
            + "); check the address, and that it is running",
        cause);
  }

  private static String describe(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }

  /** The reason that Solr gives, without the address of the node. */
  private static String withoutServer(String message) {
    return SERVER.matcher(message).replaceFirst("");
  }

  /** The address, as messages name it. */
  String name() {
    return address.toString();
  }

  SolrAddress address() {
    return address;
  }

  /** Whether the collection, or an alias of this name, exists. */
  boolean exists() {
    return call(
        cloud -> {
          CollectionAdminResponse aliases = new CollectionAdminRequest.ListAliases().process(cloud);
          return CollectionAdminRequest.listCollections(cloud).contains(address.collection())
              || aliases.getAliases().containsKey(address.collection());
        });
  }

  /** Queries passages. */
  QueryResponse query(SolrParams parameters) {
    return call(cloud -> cloud.query(parameters, SolrRequest.METHOD.POST));
  }

  /** Sends changes. */
  void update(UpdateRequest request) {
    update(request, () -> {});
  }

  /**
   * Sends changes.
   *
   * @param guard called before each attempt; throws an exception if the changes must not be sent
   */
  void update(UpdateRequest request, Runnable guard) {
    call(
        cloud -> {
          guard.run();
          return request.process(cloud);
        });
  }

  /**
   * Makes changes durable and visible.
   *
   * @param guard like that of {@link #update(UpdateRequest, Runnable)}
   */
  void commit(Runnable guard) {
    call(
        cloud -> {
          guard.run();
          return cloud.commit(/* waitFlush= */ true, /* waitSearcher= */ true);
        });
  }

  /** Names of the active shards. */
  List<String> shards() {
    return call(cloud -> slices(cloud).stream().map(Slice::getName).toList());
  }

  private List<Slice> slices(CloudSolrClient cloud) throws IOException {
    var provider = cloud.getClusterStateProvider();
    List<String> resolved = provider.resolveAlias(address.collection());
    return List.copyOf(provider.getCollection(resolved.getFirst()).getActiveSlices());
  }

  /** Returns the size of one replica of each shard in bytes. */
  long sizeOnDisk() {
    return call(
        cloud -> {
          long bytes = 0;
          for (Slice slice : slices(cloud)) {
            Replica leader = slice.getLeader();
            if (leader == null) {
              throw new IOException("the shard " + slice.getName() + " has no leader yet");
            }
            CoreAdminRequest status = new CoreAdminRequest();
            status.setAction(CoreAdminParams.CoreAdminAction.STATUS);
            status.setCoreName(leader.getCoreName());
            status.setIndexInfoNeeded(true);
            try (Http2SolrClient node =
                configured(new Http2SolrClient.Builder(leader.getBaseUrl()), credentials).build()) {
              NamedList<Object> core = status.process(node).getCoreStatus(leader.getCoreName());
              NamedList<?> index = (NamedList<?>) core.get("index");
              bytes += ((Number) index.get("sizeInBytes")).longValue();
            }
          }
          return bytes;
        });
  }

  /**
   * Creates the collection.
   *
   * @param configSet its schema and configuration, uploaded if the cluster does not have it
   */
  void create(ConfigSet configSet) {
    call(
        cloud -> {
          List<String> known = new ConfigSetAdminRequest.List().process(cloud).getConfigSets();
          if (!known.contains(configSet.name())) {
            upload(cloud, configSet);
          }
          return true;
        });
    try {
      call(
          cloud -> {
            // A request that was repeated, or another process, may have created it.
            if (!exists()) {
              CollectionAdminRequest.createCollection(
                      address.collection(), configSet.name(), address.shards(), address.replicas())
                  .process(cloud);
            }
            return true;
          });
    } catch (IsoglossException e) {
      throw new IsoglossException(
          e.getMessage()
              + ". The collection could not be created: check that Solr's module analysis-extras is"
              + " enabled on every node and that there are enough nodes; Solr's log says more",
          e);
    }
  }

  private static void upload(CloudSolrClient cloud, ConfigSet configSet)
      throws SolrServerException, IOException {
    new ConfigSetAdminRequest.Upload()
        .setConfigSetName(configSet.name())
        .setUploadStream(
            new ContentStreamBase.ByteArrayStream(
                configSet.zip(), configSet.name(), "application/zip"))
        .process(cloud);
  }

  /** Deletes the collection. */
  void delete() {
    call(cloud -> CollectionAdminRequest.deleteCollection(address.collection()).process(cloud));
  }

  /**
   * Sends a request, and repeats it while Solr is unavailable. If the thread has a {@link
   * Deadline}, the request fails a little earlier, so that its caller learns the reason.
   *
   * @throws ConflictException if a document has another version than the request expects
   * @throws IndexUnavailableException if Solr did not answer in time, or refuses the user
   * @throws IsoglossException if Solr rejects the request
   */
  <T> T call(Call<T> request) {
    Optional<Duration> remaining = Deadline.remaining();
    if (remaining.isEmpty()) {
      return repeat(request, PATIENCE);
    }
    Duration patience = remaining.get().multipliedBy(DEADLINE_PERCENT).dividedBy(100);
    return limited(request, patience.compareTo(PATIENCE) < 0 ? patience : PATIENCE);
  }

  /** Sends a request on another thread, because a node that hangs keeps a request for minutes. */
  private <T> T limited(Call<T> request, Duration patience) {
    FutureTask<T> answer = new FutureTask<>(() -> repeat(request, patience));
    Thread sender = Thread.ofVirtual().name("isogloss-solr-request").start(answer);
    try {
      return answer.get(Math.max(0, patience.toMillis()), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      sender.interrupt();
      throw late(patience, "no answer", e);
    } catch (InterruptedException e) {
      sender.interrupt();
      Thread.currentThread().interrupt();
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw Futures.failure(e);
    }
  }

  private <T> T repeat(Call<T> request, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        return request.send(client);
      } catch (SolrServerException | IOException | SolrException e) {
        if (!isTemporary(e) || System.nanoTime() > deadline) {
          throw failure(e, patience);
        }
      }
      pause(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(e);
    }
  }

  private static IndexUnavailableException interrupted(InterruptedException cause) {
    return new IndexUnavailableException("the request to Solr was interrupted", cause);
  }

  /**
   * The status with which a node answered; empty if none did. A client without a session of
   * ZooKeeper has statuses of its own: to it, the collection does not exist (400).
   */
  private static OptionalInt status(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BaseHttpSolrClient.RemoteSolrException solr) {
        return OptionalInt.of(solr.code());
      }
    }
    return OptionalInt.empty();
  }

  /** Whether a request may succeed if it is repeated. */
  private static boolean isTemporary(Exception failure) {
    OptionalInt status = status(failure);
    return status.isEmpty()
        || status.getAsInt() >= SERVER_ERROR
        || status.getAsInt() == TOO_MANY_REQUESTS
        || status.getAsInt() < BAD_REQUEST;
  }

  private RuntimeException failure(Exception failure, Duration patience) {
    OptionalInt status = status(failure);
    if (status.isPresent() && status.getAsInt() == CONFLICT) {
      return new ConflictException(failure);
    }
    if (status.isPresent() && REFUSED.contains(status.getAsInt())) {
      return new IndexUnavailableException(
          address
              + ": Solr does not accept the user and password ("
              + describe(failure)
              + "); set the environment variable "
              + SolrCredentials.VARIABLE
              + " to user:password",
          failure);
    }
    return isTemporary(failure)
        ? late(patience, describe(failure), failure)
        : new IsoglossException(
            address + ": Solr rejected a request (" + withoutServer(describe(failure)) + ")",
            failure);
  }

  private IndexUnavailableException late(Duration patience, String reason, Exception cause) {
    return new IndexUnavailableException(
        address
            + ": Solr did not answer within "
            + patience.toSeconds()
            + " seconds ("
            + reason
            + "); check that a replica of each shard is active",
        cause);
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException e) {
      throw new IsoglossException(address + ": " + describe(e), e);
    }
  }
}
